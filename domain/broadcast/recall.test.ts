import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { cancelBroadcast, rescheduleBroadcast } from './control.ts'
import { readDraft, saveDraft } from './draft.ts'
import { completeBroadcasts, startDueBroadcasts } from './due.ts'
import { createMessageChunk } from './make-messages.ts'
import { recordNoChannel, watchChannels } from './no-channel.ts'
import { previewBroadcast } from './preview.ts'
import { listBroadcasts, readBroadcast } from './read.ts'
import { recallBroadcast } from './recall.ts'
import { sendBroadcast } from './send.ts'

const now = new Date('2026-11-21T02:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

const database = prepareTestDatabase()
let channelId: string
beforeAll(async () => {
  channelId = await createChannel(database.platformDb)
})

const run = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
type Prepared = Awaited<ReturnType<typeof prepareUpload>>

const send = ({ account, memberId, uploadId }: Prepared, draftId: string | null = null) =>
  run(account, async tx => {
    const input = { uploadId, scheduledAt: null, memberId, now }
    const expected = await previewBroadcast(tx, account, input)
    return sendBroadcast(tx, account, { ...input, name: '到货通知', draftId, expected, isRecallable: true })
  })

const draft = async ({ account, memberId, uploadId, signatureId, templateId }: Prepared) => {
  const draftId = newId()
  const texts = { name: '到货通知', signatureId, templateId, ownText: null, uploadId }
  const timing = { isScheduled: false, scheduledAt: '', isSpread: false, perMinute: 600, fromMinute: 480, untilMinute: 1260 }
  const content = { ...texts, ...timing, atNight: 'postpone' as const }
  await run(account, tx => saveDraft(tx, account, { draftId, version: 0, content, memberId, now }))
  return { draftId, content }
}

const read = ({ account }: Prepared, broadcastId: string) => run(account, tx => readBroadcast(tx, account, broadcastId))
const recall = ({ account, memberId }: Prepared, broadcastId: string, at = now) =>
  run(account, tx => recallBroadcast(tx, account, broadcastId, { memberId, now: at }))
const money = ({ account }: Prepared) => run(account, tx => balancesOf(tx, account))

/** Copies of a broadcast are listed by their recipients, over the pages and with equal ones. */
async function expectByRecipients(account: AccountId, broadcastId: string): Promise<void> {
  const one = database.platformDb
    .selectFrom('broadcast')
    .selectAll()
    .where('accountId', '=', account)
    .where('broadcastId', '=', broadcastId)
  const row = await one.executeTakeFirstOrThrow()
  const copies = [7, 9, 7, 1].map(recipientCount => ({ broadcastId: newId(), uploadId: newId(), recipientCount }))
  for (const copy of copies)
    await database.platformDb
      .insertInto('broadcast')
      .values({ ...row, variables: JSON.stringify(row.variables), ...copy })
      .execute()
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = await run(account, tx => listBroadcasts(tx, account, { part: 'open', order: 'recipients', pageSize: 2, cursor }, now))
    seen.push(...page.rows.map(row => row.recipientCount))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen).toEqual([30, 9, 7, 7, 1])
  await sql`delete from broadcast where account_id = ${account} and broadcast_id <> ${broadcastId} and recipient_count < 10`.execute(
    database.platformDb,
  )
}

test('a recalled broadcast releases all money, is a draft with its input again, and its numbers can be sent to', async () => {
  const prepared = await prepareUpload(database.db, now, 30)
  const { draftId, content } = await draft(prepared)
  const before = await money(prepared)
  const { broadcastId, state } = await send(prepared, draftId)
  expect(state).toBe('scheduled')
  expect((await money(prepared)).heldHao).toBeGreaterThan(0)
  expect(await read(prepared, broadcastId)).toMatchObject({ state: 'scheduled', scheduledAt: null, recallUntil: after(10) })

  expect(await recall(prepared, broadcastId)).toEqual({ draftId })
  expect(await money(prepared)).toEqual(before)
  const one = await read(prepared, broadcastId)
  expect(one).toMatchObject({ state: 'canceled', stateReason: 'recalled', recallUntil: null, recalledAt: now, heldHao: 0, postedHao: 0 })
  expect(one.draftId).toBe(draftId)
  const { account } = prepared
  expect(await run(account, tx => verifyLedger(tx, account))).toEqual([])
  expect(await run(account, tx => readDraft(tx, account, draftId))).toMatchObject({ broadcastId: null, content })
  const listed = await run(account, tx => listBroadcasts(tx, account, { part: 'finished', pageSize: 20 }, now))
  expect(listed).toMatchObject({ rows: [], stateCounts: {} })

  const again = await send(prepared, draftId)
  await expectByRecipients(account, again.broadcastId)
  expect(again.state).toBe('scheduled')
  expect((await read(prepared, broadcastId)).draftId).toBeNull()
  await expect(recall(prepared, broadcastId)).rejects.toMatchObject({ code: 'recall_over' })
})

test('nothing is created before the time to recall is over, and then it can not be recalled', async () => {
  const prepared = await prepareUpload(database.db, now, 5)
  const { account } = prepared
  const { broadcastId } = await send(prepared)
  await startDueBroadcasts(database.platformDb, after(9.999))
  expect(await createMessageChunk(database.db, account, broadcastId, { now: after(9.999) })).toBe('stopped')
  await startDueBroadcasts(database.platformDb, after(10))
  expect(await read(prepared, broadcastId)).toMatchObject({ state: 'sending', recallUntil: null, scheduledAt: null })
  await expect(recall(prepared, broadcastId, after(10))).rejects.toMatchObject({ code: 'recall_over' })
  expect(await createMessageChunk(database.db, account, broadcastId, { now: after(10) })).toBe('more')
})

test.each(Array.from({ length: 6 }, (_, turn) => turn))('recall and start at the same moment: one of them wins whole (%d)', async turn => {
  const prepared = await prepareUpload(database.db, now, 5)
  const { account } = prepared
  const { broadcastId } = await send(prepared)
  const recalled = () => recall(prepared, broadcastId, after(10)).then(Boolean, () => false)
  const started = async () => {
    await startDueBroadcasts(database.platformDb, after(10))
    return createMessageChunk(database.db, account, broadcastId, { now: after(10) })
  }
  const [isRecalled, result] =
    turn % 2 === 0 ? await Promise.all([recalled(), started()]) : (await Promise.all([started(), recalled()])).toReversed()
  const made = await run(account, tx => tx.selectFrom('message').select('messageId').where('accountId', '=', account).execute())
  expect({ isRecalled, made: made.length, result }).toEqual(
    isRecalled ? { isRecalled, made: 0, result: 'stopped' } : { isRecalled: false, made: 5, result: 'more' },
  )
  if (isRecalled) expect((await money(prepared)).heldHao).toBe(0)
})

test('a broadcast sent without a draft becomes one when it is recalled', async () => {
  const prepared = await prepareUpload(database.db, now, 5)
  const { account, uploadId, templateId } = prepared
  const { broadcastId } = await send(prepared)
  const { draftId } = await recall(prepared, broadcastId)
  const { content } = await run(account, tx => readDraft(tx, account, draftId))
  expect(content).toMatchObject({ name: '到货通知', uploadId, templateId, ownText: null, isScheduled: false })
})

test('while it can be recalled it can be canceled, and given another time', async () => {
  const canceled = await prepareUpload(database.db, now, 5)
  const one = await send(canceled)
  const { memberId } = canceled
  await run(canceled.account, tx => cancelBroadcast(tx, canceled.account, one.broadcastId, { now, memberId }))
  expect(await read(canceled, one.broadcastId)).toMatchObject({ state: 'canceled', recalledAt: null, recallUntil: null })
  const moved = await prepareUpload(database.db, now, 5)
  const other = await send(moved)
  const scheduledAt = after(3_600)
  await run(moved.account, tx => rescheduleBroadcast(tx, moved.account, other.broadcastId, { scheduledAt, now }))
  await startDueBroadcasts(database.platformDb, after(60))
  expect(await read(moved, other.broadcastId)).toMatchObject({ state: 'scheduled', scheduledAt, recallUntil: null })
})

test('platform staff may turn the wait off', async () => {
  const prepared = await prepareUpload(database.db, now, 5)
  await database.platformDb.insertInto('setting').values({ name: 'broadcastRecallSeconds', value: 0 }).execute()
  expect((await send(prepared)).state).toBe('sending')
  await database.platformDb.deleteFrom('setting').execute()
})

test('a broadcast that no channel takes says since when, until one is connected again', async () => {
  const prepared = await prepareUpload(database.db, now, 5)
  const { account } = prepared
  const { broadcastId } = await send(prepared)
  await startDueBroadcasts(database.platformDb, after(10))
  const since = async () => (await read(prepared, broadcastId)).noChannelSince
  const setChannel = (set: { enabled?: boolean; state?: 'up' | 'down' }) =>
    database.platformDb.updateTable('channel').set(set).where('channelId', '=', channelId).execute()

  await recordNoChannel(database.db, account, broadcastId, after(11))
  await recordNoChannel(database.db, account, broadcastId, after(21))
  await watchChannels(database.platformDb, after(22))
  expect(await since()).toEqual(after(11))
  await createMessageChunk(database.db, account, broadcastId, { now: after(30) })
  expect(await since()).toBeNull()
  // The test's channel has no connection.
  await watchChannels(database.platformDb, after(31))
  await watchChannels(database.platformDb, after(33))
  expect(await since()).toEqual(after(31))
  await setChannel({ state: 'up' })
  await watchChannels(database.platformDb, after(40))
  expect(await since()).toBeNull()
  await setChannel({ state: 'down' })
  expect(await completeBroadcasts(database.platformDb, after(41))).toBe(0)
})
