import { broadcastCalls } from '#contract/broadcast.ts'
import { cancelBroadcast, pauseBroadcast, rescheduleBroadcast, resumeBroadcast } from '#domain/sms/broadcast/control.ts'
import { previewBroadcast } from '#domain/sms/broadcast/plan.ts'
import { listBroadcasts, readBroadcast } from '#domain/sms/broadcast/read.ts'
import { sendBroadcast } from '#domain/sms/broadcast/send.ts'
import { handle } from './serve.ts'

export const broadcastHandlers = [
  handle(broadcastCalls.preview, ({ tx, account, now }, input) => previewBroadcast(tx, account, { ...input, now: now() })),
  handle(broadcastCalls.send, ({ tx, account, member, now }, input) =>
    sendBroadcast(tx, account, { ...input, memberId: member.memberId, now: now() }),
  ),
  handle(broadcastCalls.list, ({ tx, account }, input) => listBroadcasts(tx, account, input)),
  handle(broadcastCalls.one, ({ tx, account }, { broadcastId }) => readBroadcast(tx, account, broadcastId)),
  handle(broadcastCalls.pause, ({ tx, account }, { broadcastId }) => pauseBroadcast(tx, account, broadcastId)),
  handle(broadcastCalls.resume, ({ tx, account, now }, { broadcastId }) => resumeBroadcast(tx, account, broadcastId, now())),
  handle(broadcastCalls.cancel, ({ tx, account, now }, { broadcastId }) => cancelBroadcast(tx, account, broadcastId, now())),
  handle(broadcastCalls.reschedule, ({ tx, account, now }, { broadcastId, scheduledAt }) =>
    rescheduleBroadcast(tx, account, broadcastId, { scheduledAt, now: now() }),
  ),
]
