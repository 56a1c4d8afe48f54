/** Every state of a message: its name, whether it is the end, and the states that may follow (spec/sms.md, "message states"). */
export const messageStates = {
  queued: { name: '待发送', isFinal: false, next: ['held', 'sending', 'submitted', 'expired', 'rejected', 'refused', 'canceled'] },
  held: { name: '暂缓', isFinal: false, next: ['queued', 'expired', 'refused', 'canceled'] },
  sending: { name: '发送中', isFinal: false, next: ['queued', 'submitted', 'expired', 'rejected', 'unknown'] },
  submitted: { name: '已提交', isFinal: false, next: ['delivered', 'undelivered', 'expired', 'rejected', 'unknown'] },
  delivered: { name: '成功', isFinal: true, next: [] },
  undelivered: { name: '失败', isFinal: true, next: [] },
  expired: { name: '失败（过期）', isFinal: true, next: [] },
  rejected: { name: '失败（被拒）', isFinal: true, next: [] },
  unknown: { name: '未知', isFinal: true, next: [] },
  refused: { name: '拦截', isFinal: true, next: [] },
  canceled: { name: '已取消', isFinal: true, next: [] },
} as const
export type MessageState = keyof typeof messageStates

export const finalStates = (Object.keys(messageStates) as MessageState[]).filter(state => messageStates[state].isFinal)
