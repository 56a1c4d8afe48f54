import { terms } from '#contract/terms.ts'
import { keysOf } from '#values/keys.ts'
/**
 * State machine of a message: the name of each state on screens, whether it is final, and the states that may
 * follow.
 */
export const messageStates = {
  queued: {
    name: '待发送',
    isFinal: false,
    next: ['held', 'sending', 'submitted', 'expired', 'rejected', 'refused', 'canceled'],
  },
  held: { name: '暂缓', isFinal: false, next: ['queued', 'expired', 'refused', 'canceled'] },
  sending: { name: '发送中', isFinal: false, next: ['queued', 'submitted', 'expired', 'rejected', 'unknown'] },
  submitted: { name: terms.submitted, isFinal: false, next: ['delivered', 'undelivered', 'expired', 'rejected', 'unknown'] },
  delivered: { name: terms.delivered, isFinal: true, next: [] },
  undelivered: { name: terms.failed, isFinal: true, next: [] },
  expired: { name: `${terms.failed}（过期）`, isFinal: true, next: [] },
  rejected: { name: `${terms.failed}（被拒）`, isFinal: true, next: [] },
  unknown: { name: terms.unknown, isFinal: true, next: [] },
  refused: { name: terms.refused, isFinal: true, next: [] },
  canceled: { name: '已取消', isFinal: true, next: [] },
} as const
export type MessageState = keyof typeof messageStates

export const finalStates = keysOf(messageStates).filter(state => messageStates[state].isFinal)
