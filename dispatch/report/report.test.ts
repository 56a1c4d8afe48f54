import { beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { holdLease, leaseName } from '#dispatch/channel/lease.ts'
import { recordAnswers } from '#dispatch/submit/answer.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createChannel } from '#test/support/channel.ts'
import { claimTurn } from '#test/support/claim.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { ingestReports, matchParked, type PartReport } from './report.ts'

const channelId = newId()
const now = new Date()
const database = prepareTestDatabase()
let token: number

beforeAll(async () => {
  await createChannel(database.platformDb, { channelId, systemId: 'a' })
  token = (await holdLease(database.platformDb, leaseName(channelId), 'test'))!
})

/** A second channel of the same carrier account. */
const sisterChannel = () => createChannel(database.platformDb, { name: '同账号通道', port: 2, systemId: 'a', kinds: [], carriers: [] })

const take = (...reports: PartReport[]) => takeOn(channelId, reports)
async function takeOn(channel: string, reports: PartReport[]): Promise<string[]> {
  const { parkedIds, failedIds } = await ingestReports(database.platformDb, channel, reports)
  expect(failedIds).toEqual([])
  return parkedIds
}
const report = (upstreamId: string, state: PartReport['state'] = 'delivered', code = 'DELIVRD'): PartReport => ({
  upstreamId,
  state,
  code,
  phone: '19200001234',
  doneAt: now,
})

/** An accepted message that was claimed; `answer` writes that the carrier accepted it with these ids. */
async function claimed(phone = '19200001234'): Promise<{ sender: Sending; answer: (...upstreamIds: string[]) => Promise<unknown> }> {
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, [phone])
  const message = firstOrThrow(await claimTurn(database.platformDb, { channelId, token }, 1, new Date()))
  const answer = (...upstreamIds: string[]) => recordAnswers(database.platformDb, channelId, [{ message, kind: 'taken', upstreamIds }], now)
  return { sender, answer }
}

const stateOf = ({ account }: Sending) =>
  asAccount(database.db, account, async tx => {
    expect(await verifyLedger(tx, account)).toEqual([])
    return tx.selectFrom('message').select(['state', 'reason']).where('accountId', '=', account).executeTakeFirstOrThrow()
  })
const parkedCount = async () => (await database.platformPool.query('select from parked_report')).rowCount

test('the first report counts, once: it comes before its answer, is repeated, and is contradicted later', async () => {
  const { sender, answer } = await claimed()
  expect(await take(report('1-a'))).toEqual(['1-a'])
  expect(await stateOf(sender)).toMatchObject({ state: 'queued' })
  await answer('1-a')
  expect(await stateOf(sender)).toEqual({ state: 'delivered', reason: 'DELIVRD' })
  await take(report('1-a', 'undelivered', 'MK:0001'))
  expect(await stateOf(sender)).toEqual({ state: 'delivered', reason: 'DELIVRD' })
})

test('the first of two reports of one part in one batch counts', async () => {
  const { sender, answer } = await claimed()
  await answer('2-a')
  await take(report('2-a', 'expired', 'EXPIRED'), report('2-a'))
  expect(await stateOf(sender)).toEqual({ state: 'expired', reason: 'EXPIRED' })
})

test('"delivered" after a failure is not taken for that of another part that got the same id since', async () => {
  const first = await claimed()
  await first.answer('5-a')
  await take(report('5-a', 'undelivered', 'MK:0001'))
  const second = await claimed('19200005678')
  await second.answer('5-a')
  expect(await take(report('5-a'))).toEqual([])
  expect(await stateOf(first.sender)).toEqual({ state: 'undelivered', reason: 'MK:0001' })
  expect(await stateOf(second.sender)).toMatchObject({ state: 'submitted' })
  await take({ ...report('5-a'), phone: '8619200005678' })
  expect(await stateOf(second.sender)).toEqual({ state: 'delivered', reason: 'DELIVRD' })
})

test('"delivered" after a failure changes nothing and is counted', async () => {
  const countOf = async () =>
    (
      await database.platformDb
        .selectFrom('channel')
        .select('lateDeliveryCount as count')
        .where('channelId', '=', channelId)
        .executeTakeFirstOrThrow()
    ).count
  const { sender, answer } = await claimed()
  const before = await countOf()
  const parkedBefore = await parkedCount()
  await answer('6-a')
  await take(report('6-a', 'undelivered', 'MK:0001'))
  await take(report('6-a'))
  await take(report('6-a', 'undelivered', 'MK:0001'), report('6-a'))
  expect(await stateOf(sender)).toEqual({ state: 'undelivered', reason: 'MK:0001' })
  expect((await countOf()) - before).toBe(2)
  expect(((await parkedCount()) ?? 0) - (parkedBefore ?? 0)).toBe(1)
})

test('a report that was parked while its answer was being written is matched afterwards', async () => {
  const { sender, answer } = await claimed()
  const before = await parkedCount()
  // The answer's transaction did not see the report, nor the report's transaction the answer.
  await answer('3-a')
  await database.platformPool.query(`update submitted_part set upstream_id = 'hidden' where upstream_id = '3-a'`)
  await take(report('3-a'))
  await database.platformPool.query(`update submitted_part set upstream_id = '3-a' where upstream_id = 'hidden'`)
  expect(await stateOf(sender)).toMatchObject({ state: 'submitted' })
  await database.platformDb.transaction().execute(tx => matchParked(tx, channelId, { upstreamIds: ['3-a', '3-b'] }))
  expect(await stateOf(sender)).toMatchObject({ state: 'delivered' })
  expect(await parkedCount()).toBe(before)
})

test('a concatenated message takes its state from its parts, reported out of order and by concurrent transactions', async () => {
  const { sender, answer } = await claimed()
  await answer('4-a', '4-b', '4-c')
  await take(report('4-c'))
  await take(report('4-a'))
  expect(await stateOf(sender)).toMatchObject({ state: 'submitted' })
  await take(report('4-b', 'undelivered', 'MK:0010'))
  expect(await stateOf(sender)).toEqual({ state: 'undelivered', reason: 'MK:0010' })
  // Each part's id of the carrier stays known.
  const parts = await database.platformDb
    .selectFrom('partReport')
    .select('upstreamId')
    .where('accountId', '=', sender.account)
    .orderBy('part')
    .execute()
  expect(parts.map(part => part.upstreamId)).toEqual(['4-a', '4-b', '4-c'])

  const many: Awaited<ReturnType<typeof claimed>>[] = []
  for (let index = 0; index < 8; index++) many.push(await claimed())
  for (const [index, one] of many.entries()) await one.answer(`5-${index}-a`, `5-${index}-b`)
  await Promise.all(['a', 'b'].map(part => take(...many.map((_, index) => report(`5-${index}-${part}`)))))
  for (const one of many) expect(await stateOf(one.sender)).toMatchObject({ state: 'delivered' })
})

test('reports on another channel of the same carrier account end the message, before and after the answer', async () => {
  const sister = await sisterChannel()
  const takeOnSister = (one: PartReport) => takeOn(sister, [one])
  const early = await claimed()
  expect(await takeOnSister(report('7-a'))).toEqual(['7-a'])
  await early.answer('7-a')
  expect(await stateOf(early.sender)).toMatchObject({ state: 'delivered' })

  const late = await claimed()
  await late.answer('7-b')
  expect(await takeOnSister(report('7-b', 'undelivered', 'MK:0001'))).toEqual([])
  expect(await stateOf(late.sender)).toEqual({ state: 'undelivered', reason: 'MK:0001' })
  // Counted for the channel that it arrived on.
  expect(await takeOnSister(report('7-b'))).toEqual([])

  const stuck = await claimed()
  await database.platformPool.query(`update channel set system_id = 'b' where channel_id = $1`, [sister])
  await takeOnSister(report('7-c'))
  await stuck.answer('7-c')
  expect(await stateOf(stuck.sender)).toMatchObject({ state: 'submitted' })
  await database.platformPool.query(`update channel set system_id = 'a' where channel_id = $1`, [sister])
  await database.platformDb.transaction().execute(tx => matchParked(tx, channelId, { since: new Date(0) }))
  expect(await stateOf(stuck.sender)).toMatchObject({ state: 'delivered' })
})

test('parts that a carrier takes under one id are told apart by their phones, whenever answers and reports come', async () => {
  const sender = await createSender(database.db)
  const phones = ['19200004001', '19200004002', '19200004003', '19200004004']
  await acceptPhones(database.db, sender, phones)
  const claimed = await claimTurn(database.platformDb, { channelId, token }, 10, new Date())
  const answer = (...phonesOf: string[]) =>
    recordAnswers(
      database.platformDb,
      channelId,
      phonesOf.map(phone => ({
        message: firstOrThrow(claimed.filter(one => one.phone === phone)),
        kind: 'taken' as const,
        upstreamIds: ['always-7'],
      })),
      now,
    )
  const [first = '', second = '', third = '', fourth = ''] = phones
  const of = (phone: string, state: PartReport['state']) => ({ ...report('always-7', state, state), phone })
  await answer(first, second)
  // The fourth message's report is there before its answer.
  await take(of(fourth, 'delivered'))
  await take(of(second, 'undelivered'), of(`86${first}`, 'delivered'), of(second, 'delivered'))
  await answer(third)
  await answer(third)
  await take(of(second, 'delivered'), of(third, 'expired'))
  await answer(fourth)
  const states = await asAccount(database.db, sender.account, tx =>
    tx.selectFrom('message').select(['phone', 'state']).where('accountId', '=', sender.account).orderBy('phone').execute(),
  )
  expect(states.map(message => [message.phone, message.state])).toEqual([
    [first, 'delivered'],
    [second, 'undelivered'],
    [third, 'expired'],
    [fourth, 'delivered'],
  ])
  const { doubledIdCount } = await database.platformDb
    .selectFrom('channel')
    .select('doubledIdCount')
    .where('channelId', '=', channelId)
    .executeTakeFirstOrThrow()
  expect(doubledIdCount).toBe(3)
  // Such a carrier's report can come while only another phone has its id.
  const others = ['19200004005', '19200004006']
  await acceptPhones(database.db, sender, others)
  const [one, other] = await claimTurn(database.platformDb, { channelId, token }, 10, new Date())
  if (!one || !other) throw new Error('nothing was claimed')
  const taken = (message: typeof one) =>
    recordAnswers(database.platformDb, channelId, [{ message, kind: 'taken' as const, upstreamIds: ['always-8'] }], now)
  const stateOfPhone = async (phone: string) =>
    (
      await asAccount(database.db, sender.account, tx =>
        tx
          .selectFrom('message')
          .select('state')
          .where('accountId', '=', sender.account)
          .where('phone', '=', phone)
          .executeTakeFirstOrThrow(),
      )
    ).state
  const ofEight = (phone: string, state: PartReport['state']) => ({ ...report('always-8', state, state), phone })
  await taken(one)
  await take(ofEight(`+86${other.phone}`, 'undelivered'))
  await database.platformDb.transaction().execute(tx => matchParked(tx, channelId, { since: new Date(0) }))
  expect(await stateOfPhone(one.phone)).toBe('submitted')
  await taken(other)
  await take(ofEight(`86${one.phone}`, 'delivered'))
  expect([await stateOfPhone(one.phone), await stateOfPhone(other.phone)]).toEqual(['delivered', 'undelivered'])
  expect(await asAccount(database.db, sender.account, tx => verifyLedger(tx, sender.account))).toEqual([])
})
