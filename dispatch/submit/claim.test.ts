import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { holdLease, leaseName, ownership } from '#dispatch/channel/lease.ts'
import { createChannel } from '#test/support/channel.ts'
import { claimTurn } from '#test/support/claim.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { recordAnswers } from './answer.ts'
import { type Claimed, claimNext, releaseForgotten } from './claim.ts'
import { resolveDoubt } from './doubt.ts'
import { dueFrom, readTurns, Turns } from './turns.ts'

const channelId = newId()
const now = new Date()
const database = prepareTestDatabase()
let token: number
let turns: Turns

beforeAll(() => createChannel(database.platformDb, { channelId }))

beforeEach(async () => {
  await database.platformPool.query('-- across accounts: a clean start\ndelete from outbox')
  turns = new Turns()
  token = await takeLease(`owner ${newId()}`)
})

async function takeLease(owner: string): Promise<number> {
  await sql`update lease set until = now() - interval '1 second'`.execute(database.platformDb)
  return (await holdLease(database.platformDb, leaseName(channelId), owner))!
}

/** What would be claimed a minute from now: messages in doubt are resent after a pause. */
const claim = (limit = 100, as = token) =>
  claimTurn(database.platformDb, { channelId, token: as }, limit, new Date(Date.now() + 60_000), turns)
const phonesOf = (claimed: Claimed[]) => claimed.map(message => message.phone)
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(4, '0')}`)
const statesOf = (sender: Sending) =>
  asAccount(database.db, sender.account, tx =>
    tx
      .selectFrom('message')
      .select(['state', 'reason', 'maybeTwice', 'upstreamId'])
      .where('accountId', '=', sender.account)
      .orderBy('messageId')
      .execute(),
  )

test('claims take codes of any account first, then accounts by round robin, each in order', async () => {
  const [big, small, late] = [await createSender(database.db), await createSender(database.db), await createSender(database.db)]
  await acceptPhones(database.db, big, numbered('1920001', 30), { kind: 'marketing' })
  await acceptPhones(database.db, small, numbered('1920002', 1), { kind: 'marketing' })
  await acceptPhones(database.db, late, numbered('1920003', 1), { kind: 'otp' })
  await acceptPhones(database.db, big, numbered('1920004', 1), { kind: 'transactional' })
  expect(phonesOf(await claim(10))).toEqual(numbered('1920003', 1))
  expect(phonesOf(await claim(10))).toEqual(numbered('1920004', 1))
  expect(phonesOf(await claim(10))).toEqual(numbered('1920001', 30).slice(0, 10))
  expect(phonesOf(await claim(10))).toEqual(numbered('1920002', 1))
  expect(phonesOf(await claim(10))).toEqual(numbered('1920001', 30).slice(10, 20))
  expect(await claim(100)).toHaveLength(10)
  expect(await claim()).toEqual([])
})

test('a claim for several accounts takes as many of each, codes first', async () => {
  const [big, small, late] = [await createSender(database.db), await createSender(database.db), await createSender(database.db)]
  await acceptPhones(database.db, big, numbered('1920001', 30))
  await acceptPhones(database.db, small, numbered('1920002', 1))
  await acceptPhones(database.db, late, numbered('1920003', 1), { kind: 'otp' })
  const claimed = await claimTurn(database.platformDb, { channelId, token }, 10, new Date(), turns, 3)
  expect(phonesOf(claimed)).toEqual([...numbered('1920003', 1), ...numbered('1920001', 30).slice(0, 10), ...numbered('1920002', 1)])
  expect(claimed.map(message => message.account)).toEqual([late.account, ...Array(10).fill(big.account), small.account])
  expect(phonesOf(await claim(100))).toEqual(numbered('1920001', 30).slice(10))
})

test('an announcement leads to what has just become due, a look at everything to what came back', async () => {
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, numbered('1920001', 1))
  await sql`update outbox set due_at = due_at - interval '1 hour' where account_id = ${sender.account}`.execute(database.platformDb)
  await acceptPhones(database.db, sender, numbered('1920002', 1))
  const [db, now] = [database.platformDb, new Date()]
  const [announced] = await claimNext(db, { channelId, token }, [{ account: sender.account, priority: 1 }], 100, now)
  expect(phonesOf(announced ?? [])).toEqual(numbered('1920002', 1))
  expect(await readTurns(db, channelId, { since: dueFrom(undefined, now), now })).toEqual([])
  turns.add({ account: sender.account, priority: 1 })
  expect(phonesOf(await claim())).toEqual(numbered('1920001', 1))
})

test('messages that another transaction is taking back delay no others', async () => {
  const [busy, other] = [await createSender(database.db), await createSender(database.db)]
  await acceptPhones(database.db, busy, numbered('1920001', 1))
  await acceptPhones(database.db, other, numbered('1920002', 1))
  await asAccount(database.db, busy.account, async tx => {
    await sql`select from outbox where account_id = ${busy.account} for update`.execute(tx)
    expect([...phonesOf(await claim()), ...phonesOf(await claim())]).toEqual(numbered('1920002', 1))
  })
  expect(phonesOf(await claim())).toEqual(numbered('1920001', 1))
})

test('a claim that does not end costs its owner no lease; another owner gets the lease after it', async () => {
  const db = database.platformDb
  const name = leaseName(channelId)
  const mine = await takeLease('mine')
  const [claiming, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const endless = db.transaction().execute(async tx => {
    await ownership(name, mine).execute(tx)
    claiming.resolve()
    await ended.promise
  })
  await claiming.promise
  expect(await holdLease(db, name, 'mine')).toBe(mine)
  await sql`update lease set until = now() - interval '1 second' where name = ${name}`.execute(db)
  const next = holdLease(db, name, 'next')
  const waiting = () => sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  await expect.poll(async () => (await waiting()).rows.length, { interval: 20 }).toBe(1)
  ended.resolve()
  await endless
  expect(await next).toBe(mine + 1)
  expect(await holdLease(db, name, 'mine')).toBeNull()
})

test('an owner that lost the lease claims nothing, and its answers change nothing', async () => {
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, numbered('1920001', 2))
  const first = firstOrThrow(await claim(1))
  const old = token
  token = await takeLease('another')
  expect(await claim(10, old)).toEqual([])
  expect(await resolveDoubt(database.platformDb, channelId, token, now)).toBe(1)
  const again = await claim(10)
  expect(again).toHaveLength(2)
  await recordAnswers(database.platformDb, channelId, [{ message: first, kind: 'refused', code: 'SUBMIT:unknownError' }], now)
  await recordAnswers(database.platformDb, channelId, [{ message: first, kind: 'later', dueAt: now }], now)
  expect(await claim()).toEqual([])
  expect((await statesOf(sender)).map(row => [row.state, row.maybeTwice])).toEqual([
    ['queued', true],
    ['queued', false],
  ])
  // The carrier had accepted it when the lease was lost: a report by that id still counts.
  await recordAnswers(database.platformDb, channelId, [{ message: first, kind: 'taken', upstreamIds: ['early'] }], now)
  const mine = firstOrThrow(again.filter(message => message.messageId === first.messageId))
  await recordAnswers(database.platformDb, channelId, [{ message: mine, kind: 'taken', upstreamIds: ['late'] }], now)
  expect((await statesOf(sender))[0]).toMatchObject({ state: 'submitted', upstreamId: 'late' })
  const { rows } = await database.platformPool.query('select upstream_id from submitted_part where message_id = $1 order by 1', [
    first.messageId,
  ])
  expect(rows.map(row => row.upstream_id)).toEqual(['early', 'late'])
})

test('a claim whose commit went unnoticed is found again', async () => {
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, numbered('1920001', 3))
  const known = firstOrThrow(await claim(1))
  await claim(2)
  await releaseForgotten(database.platformDb, { channelId, token }, [known.outboxId])
  const again = await claim()
  expect(phonesOf(again)).toEqual(['19200010001', '19200010002'])
  expect((await statesOf(sender)).some(row => row.maybeTwice)).toBe(false)
})

test('a message past its validity period is released', async () => {
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, numbered('1920001', 1), { kind: 'otp' })
  const message = firstOrThrow(await claim())
  expect(message.expiresAt.getTime() - now.getTime()).toBeGreaterThan(290_000)
  await recordAnswers(database.platformDb, channelId, [{ message, kind: 'expired' }], now)
  expect(await statesOf(sender)).toMatchObject([{ state: 'expired', reason: 'VALIDITY' }])
})
