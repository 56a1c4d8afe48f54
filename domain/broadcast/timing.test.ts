import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import type { AccountId } from '#values/id.ts'
import { pauseBroadcast, resumeBroadcast } from './control.ts'
import { recallOutsideHours, startDueBroadcasts } from './due.ts'
import { createMessageChunk } from './make-messages.ts'
import { previewBroadcast } from './preview.ts'
import { readBroadcast } from './read.ts'
import { sendBroadcast } from './send.ts'
import type { Timing } from './timing.ts'

/** Ten in the morning in China. */
const morning = new Date('2026-11-21T10:00:00+08:00')
const china = (text: string) => new Date(`2026-11-${text}+08:00`)
const day = { fromMinute: 8 * 60, untilMinute: 21 * 60 }

const database = prepareTestDatabase()
beforeAll(async () => {
  await createChannel(database.platformDb)
})

const run = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

async function submitted(recipientCount: number, kind: 'transactional' | 'marketing', timing: Timing, now = morning) {
  const { account, memberId, uploadId } = await prepareUpload(database.db, now, recipientCount, { kind })
  const input = { uploadId, memberId, now, ...timing }
  const preview = await run(account, tx => previewBroadcast(tx, account, input))
  const { broadcastId } = await run(account, tx => sendBroadcast(tx, account, { ...input, name: '', expected: preview }))
  const make = async (at: Date) => {
    let result = await createMessageChunk(database.db, account, broadcastId, { now: at, chunkRows: 10 })
    while (result === 'more') result = await createMessageChunk(database.db, account, broadcastId, { now: at, chunkRows: 10 })
    const { counts, state, stateReason } = await run(account, tx => readBroadcast(tx, account, broadcastId))
    return { result, made: counts.made, canceled: counts.canceled, state, stateReason }
  }
  return { account, broadcastId, preview, make }
}

test('spread broadcast: creates the chosen number per minute and knows when it ends', async () => {
  const { preview, make } = await submitted(60, 'transactional', { scheduledAt: null, spread: { perMinute: 20, ...day } })
  expect(preview).toMatchObject({ endsAt: china('21T10:03:00'), restCount: 0 })
  expect(await make(morning)).toMatchObject({ result: 'full', made: 0 })
  expect(await make(china('21T10:00:30'))).toMatchObject({ result: 'full', made: 10 })
  expect(await make(china('21T10:01:00'))).toMatchObject({ result: 'full', made: 20 })
  expect(await make(china('21T10:05:00'))).toMatchObject({ result: 'made', made: 60 })
})

test('spread broadcast: the preview says how many are left when the hours of the first day end', async () => {
  const spread = { perMinute: 20, fromMinute: 8 * 60, untilMinute: 10 * 60 + 2 }
  const { preview } = await submitted(60, 'transactional', { scheduledAt: null, spread })
  expect(preview).toMatchObject({ endsAt: china('22T08:01:00'), restCount: 20 })
})

test('pause: isn’t made up for; the pace counts from the resume', async () => {
  const { account, broadcastId, make } = await submitted(60, 'transactional', { scheduledAt: null, spread: { perMinute: 20, ...day } })
  await make(china('21T10:01:00'))
  await run(account, tx => pauseBroadcast(tx, account, broadcastId))
  await run(account, tx => resumeBroadcast(tx, account, broadcastId, china('21T12:00:00')))
  expect(await make(china('21T12:00:30'))).toMatchObject({ made: 30 })
})

test('outside of the chosen hours: waits and resumes by itself at its pace', async () => {
  const { make } = await submitted(60, 'transactional', { scheduledAt: null, spread: { perMinute: 20, fromMinute: 600, untilMinute: 601 } })
  expect(await make(china('21T10:00:59'))).toMatchObject({ made: 19 })
  expect(await make(china('21T10:01:00'))).toMatchObject({ result: 'stopped', state: 'held', stateReason: 'spread_hours' })
  await startDueBroadcasts(database.platformDb, china('22T09:59:59'))
  expect(await make(china('22T09:59:59'))).toMatchObject({ state: 'held' })
  await startDueBroadcasts(database.platformDb, china('22T10:00:00'))
  expect(await make(china('22T10:00:30'))).toMatchObject({ result: 'full', made: 29, state: 'sending' })
})

test('slow marketing broadcast: stops at 21:00 with the reason and resumes at 08:00', async () => {
  const late = china('21T20:59:00')
  const { make } = await submitted(
    60,
    'marketing',
    { scheduledAt: null, spread: { perMinute: 20, fromMinute: 0, untilMinute: 1440 } },
    late,
  )
  expect(await make(china('21T20:59:30'))).toMatchObject({ made: 10, state: 'sending' })
  await recallOutsideHours(database.platformDb, china('21T21:00:00'))
  expect(await make(china('21T21:00:00'))).toMatchObject({ result: 'stopped', made: 10, state: 'held', stateReason: 'quiet_hours' })
  await startDueBroadcasts(database.platformDb, china('22T08:00:00'))
  expect(await make(china('22T08:05:00'))).toMatchObject({ result: 'made', made: 60 })
})

test('choice to cancel at night: the rest at 21:00 is canceled and refunded to the segment', async () => {
  const late = china('21T20:59:00')
  const timing: Timing = { scheduledAt: null, spread: { perMinute: 20, ...day }, atNight: 'cancel' }
  const { account, broadcastId, make } = await submitted(60, 'marketing', timing, late)
  await make(china('21T20:59:30'))
  // No channel claimed anything: the ten created messages are refunded too.
  await recallOutsideHours(database.platformDb, china('21T21:00:00'))
  expect(await make(china('21T21:00:00'))).toMatchObject({ state: 'canceled', stateReason: 'quiet_hours', canceled: 60 })
  await run(account, async tx => {
    expect(await verifyLedger(tx, account)).toEqual([])
    const { rows } = await sql<{ open: number }>`
      select sum(segment_count - posted_count - voided_count)::bigint as open from charge_hold
      where account_id = ${account} and broadcast_id = ${broadcastId}`.execute(tx)
    expect(rows).toEqual([{ open: 0 }])
  })
})

test.each([
  [
    'hours that marketing never has',
    'marketing',
    { scheduledAt: null, spread: { perMinute: 1, fromMinute: 1300, untilMinute: 1400 } },
    'spread_no_hours',
  ],
  [
    'a pace that takes months',
    'transactional',
    { scheduledAt: null, spread: { perMinute: 1, fromMinute: 0, untilMinute: 1 } },
    'spread_too_slow',
  ],
  ['a beginning at night that is not to wait', 'marketing', { scheduledAt: china('21T22:00:00'), atNight: 'cancel' }, 'hours_closed'],
  ['a time that is too near', 'transactional', { scheduledAt: china('21T10:04:59') }, 'schedule_out_of_range'],
] as const)('%s is refused in words', async (_, kind, timing, code) => {
  expect(await codeOf(submitted(60, kind, timing))).toBe(code)
})

test('marketing hours: those of the account apply', async () => {
  const { account, make } = await submitted(10, 'marketing', { scheduledAt: null })
  await database.platformDb.insertInto('accountSetting').values({ accountId: account, name: 'marketingUntilMinute', value: 600 }).execute()
  expect(await make(china('21T10:00:00'))).toMatchObject({ state: 'held', stateReason: 'quiet_hours' })
})
