import { messageStates } from '#contract/messages/message-state.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const messageStateTags = tagged(messageStates, {
  queued: 'progress',
  held: 'waiting',
  sending: 'progress',
  submitted: 'progress',
  delivered: 'good',
  undelivered: 'bad',
  expired: 'bad',
  rejected: 'bad',
  unknown: 'ended',
  refused: 'bad',
  canceled: 'ended',
})
