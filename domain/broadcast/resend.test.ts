import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MessageState } from '#contract/messages/message-state.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { settleMessages } from '#domain/delivery/settle.ts'
import { readUpload } from '#domain/recipients/upload/upload.ts'
import { prepareUpload, sendAgain } from '#test/support/broadcast.ts'
import { createChannel } from '#test/support/channel.ts'
import { startUploading } from '#test/support/upload.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { readBreakdown } from './breakdown.ts'
import { readDraft } from './draft.ts'
import { createMessageChunk } from './make-messages.ts'
import { runBulkAction } from './many.ts'
import { previewBroadcast } from './preview.ts'
import { readBroadcast } from './read.ts'
import type { ResendSelection } from './resend.ts'
import { sendBroadcast } from './send.ts'

const now = new Date('2026-11-21T02:00:00Z')
let uploading: Awaited<ReturnType<typeof startUploading>>
beforeAll(async () => {
  uploading = await startUploading()
  await createChannel(uploading.database.platformDb)
  await uploading.database.platformDb
    .insertInto('reportCode')
    .values({ code: 'MK:0001', meaning: '空号', cause: '空号或停机', advice: '请核对号码。' })
    .execute()
})
afterAll(() => uploading.close())

const run = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(uploading.database.db, account, work)
const ends: [MessageState, string][] = [
  ['delivered', 'DELIVRD'],
  ['undelivered', 'MK:0001'],
  ['expired', 'EXPIRED'],
  ['undelivered', 'MK:0001'],
]

/** A broadcast to six numbers: the second and fourth failed for one cause, the third for another, the last two wait. */
async function sent() {
  const { db } = uploading.database
  const prepared = await prepareUpload(db, now, 6)
  const { account, memberId, uploadId, phones } = prepared
  const { broadcastId } = await run(account, async tx => {
    const expected = await previewBroadcast(tx, account, { uploadId, scheduledAt: null, memberId, now })
    return sendBroadcast(tx, account, { uploadId, name: '双十一', scheduledAt: null, expected, memberId, now })
  })
  await createMessageChunk(db, account, broadcastId, { now })
  await run(account, async tx => {
    const messages = await tx.selectFrom('message').select(['messageId', 'phone']).where('accountId', '=', account).execute()
    const idOf = (phone: string) => firstOrThrow(messages.filter(message => message.phone === phone)).messageId
    const outcomes = ends.map(([state, reason], index) => ({ messageId: idOf(itemOrThrow(phones, index)), state, reason, at: now }))
    await settleMessages(tx, account, outcomes)
  })
  const again = (numbers: ResendSelection['numbers'], codes: string[] = []) =>
    sendAgain(db, account, uploading.files, { broadcastId, numbers, codes, memberId, now })
  const fileOf = async (uploadId: string) =>
    (await buffer(uploading.files.open(account, uploadId))).toString().trimEnd().split('\r\n').slice(1)
  return { ...prepared, broadcastId, again, fileOf }
}

test('resending to failed numbers: they become the draft of a new broadcast, with their old values', async () => {
  const one = await sent()
  const { draftId, recipientCount } = await one.again('failed')
  expect(recipientCount).toBe(3)
  const { content } = await run(one.account, tx => readDraft(tx, one.account, draftId))
  expect(content).toMatchObject({ name: '双十一', signatureId: one.signatureId, templateId: one.templateId, ownText: null })
  expect(await one.fileOf(content.uploadId ?? '')).toEqual([1, 2, 3].map(index => `${one.phones[index]},客户${index}`))
  await uploading.read(one.account, content.uploadId ?? '')
  expect(await run(one.account, tx => readUpload(tx, one.account, content.uploadId ?? ''))).toMatchObject({
    state: 'ready',
    report: { validCount: 3 },
  })
})

test('resending: only failures of the chosen causes; or all numbers, or none', async () => {
  const one = await sent()
  expect((await one.again('failed', ['MK:0001'])).recipientCount).toBe(2)
  expect((await one.again('all')).recipientCount).toBe(6)
  const { draftId } = await one.again('none')
  expect((await run(one.account, tx => readDraft(tx, one.account, draftId))).content.uploadId).toBeNull()
  await expect(one.again('failed', ['MK:9999'])).rejects.toMatchObject({ code: 'no_recipient' })
})

test('template that may not be used any more: is left empty for the user to choose another', async () => {
  const one = await sent()
  await run(one.account, tx => tx.updateTable('template').set({ state: 'disabled' }).where('accountId', '=', one.account).execute())
  const { draftId } = await one.again('failed')
  const { content } = await run(one.account, tx => readDraft(tx, one.account, draftId))
  expect(content).toMatchObject({ signatureId: one.signatureId, templateId: null })
  expect(await run(one.account, tx => readUpload(tx, one.account, content.uploadId ?? ''))).toMatchObject({ state: 'received' })
})

test('breakdown: failures by cause with advice; the parts of each breakdown sum to all messages', async () => {
  const { account, broadcastId } = await sent()
  const { causes, carriers, provinces, times } = await run(account, tx => readBreakdown(tx, account, broadcastId))
  expect(causes.map(({ messageCount, codes }) => [messageCount, codes.map(({ code }) => code)])).toEqual([
    [2, ['MK:0001']],
    [1, ['EXPIRED']],
  ])
  expect(carriers).toEqual([{ carrier: 'mobile', messageCount: 6, deliveredCount: 1, failedCount: 3, unknownCount: 0, awaitedCount: 0 }])
  expect(provinces.reduce((sum, one) => sum + one.messageCount, 0)).toBe(6)
  const sum = (of: 'submittedCount' | 'deliveredCount') => times.reduce((total, time) => total + time[of], 0)
  expect([sum('submittedCount'), sum('deliveredCount')]).toEqual([0, 1])
})

test('bulk action: does what is possible and gives the reason for the rest', async () => {
  const [a, b] = [await sent(), await sent()]
  const act = (name: 'pause' | 'cancel', broadcastIds: string[]) =>
    run(a.account, tx => runBulkAction(tx, a.account, { act: name, broadcastIds, memberId: a.memberId, now }))
  expect(await act('pause', [a.broadcastId])).toEqual({ results: [{ broadcastId: a.broadcastId, refusal: null }] })
  const { results } = await act('pause', [a.broadcastId, b.broadcastId])
  expect(results).toEqual([
    { broadcastId: a.broadcastId, refusal: new Refusal('state_forbids', { state: '已暂停', action: '暂停' }).message },
    { broadcastId: b.broadcastId, refusal: new Refusal('not_found').message },
  ])
  await act('cancel', [a.broadcastId])
  expect(await run(a.account, tx => readBroadcast(tx, a.account, a.broadcastId))).toMatchObject({
    state: 'canceled',
    counts: { canceled: 2 },
  })
})
