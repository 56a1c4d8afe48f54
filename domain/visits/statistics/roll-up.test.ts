import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '#db/connect.ts'
import { ensurePartitions, purgeOldVisits } from '#db/partitions.ts'
import { visitFigures, visitSeries } from '#domain/visit-statistics/statistics/read.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createLinks } from '#test/support/links.ts'
import { recordVisits } from '#test/support/visits.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { purgeSteps } from './purge.ts'
import { rollUpVisits } from './roll-up.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Half past the hour. */
const now = new Date(Math.floor(Date.now() / hourMs) * hourMs - hourMs / 2)

const database = prepareTestDatabase()
let owner: Kysely<unknown>
beforeAll(async () => {
  owner = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 1 }) }) })
})
afterAll(() => owner.destroy())

async function newLink(): Promise<{ account: AccountId; linkId: string }> {
  const { account } = await createAccount(database.db)
  const link = firstOrThrow(await createLinks(database.platformDb, account, 1))
  return { account, linkId: link.linkId }
}
const range = { from: new Date(now.getTime() - 10 * dayMs), until: new Date(now.getTime() + dayMs) }
const pvOf = async (account: AccountId, linkId: string) => {
  const { platformDb: db } = database
  const { pv } = await visitFigures(db, account, { kind: 'link', linkId }, range)
  const days = await visitSeries(db, account, { kind: 'link', linkId }, { range, step: 'day' })
  return { pv, byDay: days.reduce((sum, day) => sum + day.pv, 0) }
}

test('two roll-ups at once, one of which keeps losing its connection, count each visit once', async () => {
  const { account, linkId } = await newLink()
  const { platformDb } = database
  let count = 0
  const rounds = 12
  for (let round = 0; round < rounds; round += 1) {
    const visits = Array.from({ length: 30 }, (_, index) => ({ atMs: now.getTime() - ((index * 7 + round) % 80) * hourMs }))
    await recordVisits(platformDb, account, linkId, visits)
    count += visits.length
    const at = new Date(now.getTime() - (rounds - 1 - round) * 6 * hourMs)
    await Promise.all([rollUpVisits(platformDb, at), rollUpCut(at, round), rollUpVisits(platformDb, at)])
    expect(await pvOf(account, linkId)).toEqual({ pv: count, byDay: count })
  }
  await rollUpVisits(platformDb, now)
  const { rows } = await sql<{ left: number; totals: number }>`
    select (select count(*) from visit_delta where account_id = ${account}) as left,
      (select pv from visit_total where account_id = ${account} and subject_id = ${linkId}) as totals`.execute(platformDb)
  expect(firstOrThrow(rows).left).toBe(0)
  expect(firstOrThrow(rows).totals).toBeGreaterThan(count / 2)
})

/** Rolls up on a connection that is cut after some statements. */
async function rollUpCut(at: Date, statements: number): Promise<void> {
  let left = statements * 3
  let cut: Promise<unknown> = Promise.resolve()
  const cutIt = sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut' and datname = current_database()`
  const own = openDb({
    url: `${database.url}&application_name=cut`,
    role: 'hongyan_platform',
    max: 1,
    onStatement: () => {
      left -= 1
      if (left === 0) cut = cutIt.execute(owner)
    },
  })
  await rollUpVisits(own, at).catch((error: Error) => expect(error.message).toMatch(/terminat|connection|closed|ECONNRESET|EPIPE/i))
  await cut
  await own.destroy()
}

test('minutes are purged after two days, hours after more than a year, and the figures stay', async () => {
  const { account, linkId } = await newLink()
  const { platformDb } = database
  const visits = [0.1, 30, 49, 100, 200].map(hoursAgo => ({ atMs: now.getTime() - hoursAgo * hourMs }))
  await recordVisits(platformDb, account, linkId, visits)
  await rollUpVisits(platformDb, now)
  const rowsOf = async (table: 'visitMinute' | 'visitHour' | 'visitDay') =>
    (await platformDb.selectFrom(table).select('step').where('accountId', '=', account).where('subjectId', '=', linkId).execute()).length
  expect(await rowsOf('visitMinute')).toBe(5)
  await purgeSteps(platformDb, now)
  expect([await rowsOf('visitMinute'), await rowsOf('visitHour')]).toEqual([2, 4])
  expect(await pvOf(account, linkId)).toEqual({ pv: 5, byDay: 5 })
  // Much later, even the last hour is over and only in its day.
  const later = new Date(now.getTime() + 450 * dayMs)
  await rollUpVisits(platformDb, later)
  await purgeSteps(platformDb, later)
  expect([await rowsOf('visitMinute'), await rowsOf('visitHour')]).toEqual([0, 0])
  const whole = {
    from: new Date(now.getTime() - 10 * dayMs - ((now.getTime() + 8 * hourMs) % dayMs)),
    until: new Date(now.getTime() + 2 * dayMs),
  }
  expect((await visitFigures(platformDb, account, { kind: 'link', linkId }, whole)).pv).toBe(5)
})

test('visits are purged in whole months after seven months, the others stay', async () => {
  const names = async () =>
    (
      await sql<{
        name: string
      }>`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'visit'::regclass order by 1`.execute(
        owner,
      )
    ).rows.map(row => row.name)
  const before = await names()
  const later = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 15))
  await ensurePartitions(owner, later)
  await purgeOldVisits(owner, 7, later)
  const after = await names()
  expect(before.slice(0, 3).filter(name => after.includes(name))).toEqual([])
  expect(before.slice(3).filter(name => !after.includes(name))).toEqual([])
})
