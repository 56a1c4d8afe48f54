import { broadcastCalls } from '#contract/broadcast.ts'
import { askConfirmation, confirmBroadcast } from '#domain/sms/broadcast/confirm.ts'
import { cancelBroadcast, pauseBroadcast, rescheduleBroadcast, resumeBroadcast } from '#domain/sms/broadcast/control.ts'
import { previewBroadcast } from '#domain/sms/broadcast/preview.ts'
import { listBroadcasts, readBroadcast } from '#domain/sms/broadcast/read.ts'
import { sendBroadcast } from '#domain/sms/broadcast/send.ts'
import { sendTest } from '#domain/sms/broadcast/test-send.ts'
import { sendPlatformMessage } from '#domain/sms/platform-message.ts'
import { handle } from './serve.ts'

export const broadcastHandlers = (secret: string) => [
  handle(broadcastCalls.preview, ({ tx, account, member, now }, input) =>
    previewBroadcast(tx, account, { ...input, memberId: member.memberId, now: now() }),
  ),
  handle(broadcastCalls.test, ({ tx, account, member, now }, { uploadId }) =>
    sendTest(tx, account, { uploadId, memberId: member.memberId, phone: member.phone, now: now() }),
  ),
  handle(broadcastCalls.askCode, async ({ db, tx, account, member, address, now, afterCommit }, { uploadId }) => {
    const { memberId, phone } = member
    const { code, recipientCount } = await askConfirmation(tx, account, secret, { uploadId, memberId, phone, address, now: now() })
    afterCommit(() =>
      sendPlatformMessage(db, { phone, templateCode: 'SMS_100005', parameters: { code, count: String(recipientCount) }, now: now() }),
    )
    return {}
  }),
  handle(broadcastCalls.confirm, async ({ tx, account, member, now }, { uploadId, code }) => {
    const { memberId, phone } = member
    return { isConfirmed: await confirmBroadcast(tx, account, secret, { uploadId, memberId, phone, code, now: now() }) }
  }),
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
