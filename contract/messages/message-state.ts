import { keysOf } from '#values/keys.ts'
/**
 * State machine of a message: name and tone of each state on screens, whether it is final, and the states that may
 * follow.
 */
export const messageStates = {
  queued: {
    name: '待发送',
    tone: 'progress',
    isFinal: false,
    next: ['held', 'sending', 'submitted', 'expired', 'rejected', 'refused', 'canceled'],
  },
  held: { name: '暂缓', tone: 'waiting', isFinal: false, next: ['queued', 'expired', 'refused', 'canceled'] },
  sending: { name: '发送中', tone: 'progress', isFinal: false, next: ['queued', 'submitted', 'expired', 'rejected', 'unknown'] },
  submitted: { name: '已提交', tone: 'progress', isFinal: false, next: ['delivered', 'undelivered', 'expired', 'rejected', 'unknown'] },
  delivered: { name: '成功', tone: 'good', isFinal: true, next: [] },
  undelivered: { name: '失败', tone: 'bad', isFinal: true, next: [] },
  expired: { name: '失败（过期）', tone: 'bad', isFinal: true, next: [] },
  rejected: { name: '失败（被拒）', tone: 'bad', isFinal: true, next: [] },
  unknown: { name: '未知', tone: 'ended', isFinal: true, next: [] },
  refused: { name: '拦截', tone: 'bad', isFinal: true, next: [] },
  canceled: { name: '已取消', tone: 'ended', isFinal: true, next: [] },
} as const
export type MessageState = keyof typeof messageStates

export const finalStates = keysOf(messageStates).filter(state => messageStates[state].isFinal)
