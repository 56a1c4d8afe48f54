import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import {
  broadcastChoices,
  cancelBroadcast,
  confirmBroadcast,
  copyNumbers,
  copyRecipients,
  draftOfRecipients,
  draftResend,
  listBroadcasts,
  listClicks,
  listReplies,
  pauseBroadcast,
  previewBroadcast,
  readBreakdown,
  readBroadcast,
  readFunnel,
  recallBroadcast,
  requestConfirmationCode,
  rescheduleBroadcast,
  resumeBroadcast,
  runBulkAction,
  sendBroadcast,
  sendTest,
} from '#domain/broadcast/index.ts'
import { requirePeriod } from '#domain/message-records/index.ts'
import { sendPlatformMessage } from '#domain/messages/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { handle, handlePrepared } from '#http/server/serve.ts'

export const broadcastHandlers = (secret: string, files: Files, shortLinkUrl: string) => [
  handle(broadcastCalls.preview, ({ tx, account, member, now }, input) =>
    previewBroadcast(tx, account, { ...input, memberId: member.memberId, now: now() }),
  ),
  handle(broadcastCalls.test, ({ tx, account, member, now }, input) =>
    sendTest(tx, account, { ...input, memberId: member.memberId, now: now() }),
  ),
  handle(broadcastCalls.askCode, async ({ tx, account, member, address, now, afterCommit }, { uploadId }) => {
    const { memberId, phone } = member
    const { code, recipientCount } = await requestConfirmationCode(tx, account, secret, { uploadId, memberId, phone, address, now: now() })
    afterCommit(db =>
      sendPlatformMessage(db, { phone, templateCode: 'SMS_100005', parameters: { code, count: String(recipientCount) }, now: now() }),
    )
  }),
  handle(broadcastCalls.confirm, async ({ tx, account, member, now }, { uploadId, code }) => {
    const { memberId, phone } = member
    return { isConfirmed: await confirmBroadcast(tx, account, secret, { uploadId, memberId, phone, code, now: now() }) }
  }),
  handle(broadcastCalls.send, async ({ tx, account, member, now }, input) => {
    const sent = await sendBroadcast(tx, account, { ...input, isRecallable: true, memberId: member.memberId, now: now() })
    await files.requireRoom()
    return sent
  }),
  handle(broadcastCalls.list, ({ tx, account, now }, input) => listBroadcasts(tx, account, input, now())),
  handle(broadcastCalls.one, async ({ tx, account, now }, { broadcastId }) => {
    const one = await readBroadcast(tx, account, broadcastId)
    return { ...one, recallMs: one.recallUntil && Math.max(0, one.recallUntil.getTime() - now().getTime()) }
  }),
  handle(broadcastCalls.breakdown, ({ tx, account }, { broadcastId }) => readBreakdown(tx, account, broadcastId)),
  handle(broadcastCalls.funnel, ({ tx, account, now }, { broadcastId }) => readFunnel(tx, account, { broadcastId, now: now() })),
  handle(broadcastCalls.clicks, ({ tx, account }, input) => listClicks(tx, account, input)),
  handle(broadcastCalls.replies, ({ tx, account }, input) => listReplies(tx, account, input)),
  handle(broadcastCalls.choices, ({ tx, account }) => broadcastChoices(tx, account)),
  handle(broadcastCalls.runBulkAction, ({ tx, account, member, now }, input) =>
    runBulkAction(tx, account, { ...input, memberId: member.memberId, now: now() }),
  ),
  handle(broadcastCalls.recall, ({ tx, account, member, now }, { broadcastId }) =>
    recallBroadcast(tx, account, broadcastId, { memberId: member.memberId, now: now() }),
  ),
  handlePrepared(
    broadcastCalls.again,
    ({ db, account, member, now }, input) => copyNumbers(db, account, files, { ...input, memberId: member.memberId, now: now() }),
    ({ tx, account, member, now }, input, copied) =>
      draftResend(tx, account, { ...input, memberId: member.memberId, shortLinkUrl, now: now() }, copied),
  ),
  handlePrepared(
    broadcastCalls.ofMessages,
    ({ db, account, member, now }, filter) => {
      requirePeriod(filter, now())
      return copyRecipients(db, account, files, { filter, memberId: member.memberId, now: now() })
    },
    ({ tx, account, member, now }, _, { uploadId, rowCount }) =>
      draftOfRecipients(tx, account, { uploadId, rowCount, memberId: member.memberId, now: now() }),
  ),
  handle(broadcastCalls.pause, ({ tx, account }, { broadcastId }) => pauseBroadcast(tx, account, broadcastId)),
  handle(broadcastCalls.resume, ({ tx, account, now }, { broadcastId }) => resumeBroadcast(tx, account, broadcastId, now())),
  handle(broadcastCalls.cancel, ({ tx, account, member, now }, { broadcastId }) =>
    cancelBroadcast(tx, account, broadcastId, { now: now(), memberId: member.memberId }),
  ),
  handle(broadcastCalls.reschedule, ({ tx, account, now }, { broadcastId, scheduledAt }) =>
    rescheduleBroadcast(tx, account, broadcastId, { scheduledAt, now: now() }),
  ),
]
