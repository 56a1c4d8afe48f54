import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount, type Db, openDb } from '#db/connect.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { readTotals } from '#domain/message-records/statistics/read.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { seedLarge } from './large-seed.ts'
import { largeHeads } from './large-texts.ts'

const now = new Date('2026-11-20T09:30:00Z')
const sizes = { messageCount: 4_000, contactCount: 900, dayCount: 6, now }

let database: TestDatabase
let db: Db
let account: AccountId
const said: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDb({ url: database.url, role: 'hongyan_platform', max: 1 })
  account = await seedLarge(db, { ...sizes, say: text => said.push(text) })
})
afterAll(async () => {
  await db?.destroy()
  await database?.close()
})

test('the large account has as many messages as requested, none in the future, and its ledger adds up', async () => {
  const { rows } = await sql<{ count: number; late: number; broadcasts: number; provinces: number; states: string[] }>`
    select count(*) as count, count(*) filter (where submitted_at > ${now} or finished_at > ${now}) as late, count(distinct broadcast_id) as broadcasts,
      count(distinct province) as provinces, array_agg(distinct state) as states
    from message where account_id = ${account}`.execute(db)
  const { count, late, broadcasts, provinces, states } = firstOrThrow(rows)
  expect(count).toBeGreaterThan(sizes.messageCount * 0.98)
  expect(count).toBeLessThanOrEqual(sizes.messageCount + sizes.dayCount)
  expect({ late, broadcasts }).toEqual({ late: 0, broadcasts: 3 })
  expect(provinces).toBeGreaterThan(25)
  expect(states).toEqual(expect.arrayContaining(['delivered', 'undelivered', 'expired', 'rejected', 'refused']))
  expect(await asAccount(database.db, account, tx => verifyLedger(tx, account))).toEqual([])
})

test('statistics match the messages, and the balance paid for marketing beyond its package', async () => {
  const totals = await asAccount(database.db, account, tx => readTotals(tx, account, { from: '2026-11-01', to: chinaDay(now) }))
  const { rows } = await sql<{ acceptedCount: number; deliveredCount: number; chargedSegmentCount: number }>`
    select count(*) as "acceptedCount", count(*) filter (where state = 'delivered') as "deliveredCount",
      sum(segment_count) filter (where state = 'delivered') as "chargedSegmentCount"
    from message where account_id = ${account}`.execute(db)
  expect(totals).toMatchObject(firstOrThrow(rows))
  expect(totals.costHao).toBeGreaterThan(0)
})

test('contacts are in groups, each number once, and are the people who are written to', async () => {
  const { rows } = await sql<{ count: number; phones: number; counted: number; strangers: number }>`
    select (select count(*) from contact where account_id = ${account}) as count,
      (select count(distinct phone) from contact where account_id = ${account}) as phones,
      (select sum(contact_count) from contact_group where account_id = ${account})::bigint as counted,
      (select count(*) from contact where account_id = ${account} and phone !~ '^1[3-9][0-9]{9}$') as strangers`.execute(db)
  expect(rows[0]).toEqual({ count: 900, phones: 900, counted: 900, strangers: 0 })
  expect(new Set(largeHeads().map(({ province }) => province)).size).toBeGreaterThan(30)
})

test('a second run changes nothing and says so', async () => {
  said.length = 0
  await seedLarge(db, { ...sizes, say: text => said.push(text) })
  expect(said).toEqual(['账号 large / Hongyan2026 已经有了，没有改动'])
})
