import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountRow } from '#db/account-row.ts'
import { asPlatform } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { cutOldAddresses, purgeOldChanges, recordLateVisits } from './retention.ts'

const database = prepareTestDatabase()

const now = new Date()
const daysAgo = (days: number) => now.getTime() - days * 86_400_000

test("changes are purged after a day, log positions once their lines can't be ingested any more", async () => {
  const db = database.platformDb
  const [account, kept, gone] = [newId(), newId(), newId()]
  await sql`insert into link_change (account_id, link_id, at) select ${account}::uuid, ${gone}::uuid, ${new Date(daysAgo(1.1))}::timestamptz from generate_series(1, 5001)`.execute(
    db,
  )
  await sql`insert into link_change (account_id, link_id, at) values (${account}, ${kept}, ${new Date(daysAgo(0.9))})`.execute(db)
  for (const [logId, days] of [
    [kept, 199],
    [gone, 201],
  ] as const)
    await sql`insert into visit_log (log_id, position, shipped_at) values (${logId}, 1, ${new Date(daysAgo(days))})`.execute(db)
  await purgeOldChanges(db, now)
  expect(await db.selectFrom('linkChange').select('linkId').execute()).toEqual([{ linkId: kept }])
  expect(await db.selectFrom('visitLog').select('logId').execute()).toEqual([{ logId: kept }])
})

test('visitor addresses of every account are truncated once, when they are a month old', async () => {
  const db = database.platformDb
  const visit = async (account: string, days: number, address: string) => {
    await sql`insert into visit (account_id, visit_id, link_id, visitor_kind, visitor_hash, address)
      values (${account}, ${newId(daysAgo(days))}, ${newId()}, 'person', '', ${address})`.execute(db)
  }
  const [one, two] = [(await createAccount(database.db)).account, (await createAccount(database.db)).account]
  await visit(one, 65, '114.114.114.114')
  await visit(one, 31, '2408:8207:1850:2a60::1c8')
  await visit(one, 29, '1.2.3.4')
  await visit(two, 40, '5.6.7.8')
  const addresses = async () =>
    (
      await sql<{ address: string }>`
        -- across accounts: of this test alone.
        select address::text from visit order by visit_id`.execute(db)
    ).rows.map(row => row.address)
  expect(await cutOldAddresses(db, now)).toBe(3)
  expect(await addresses()).toEqual(['114.114.114.0/32', '5.6.7.0/32', '2408:8207:1850::/128', '1.2.3.4/32'])
  expect(await cutOldAddresses(db, now)).toBe(0)
  await visit(one, 30.5, '9.9.9.9')
  await asPlatform(db, tx => recordLateVisits(tx, [{ accountId: one, atMs: daysAgo(30.5) }], now))
  expect(await cutOldAddresses(db, new Date(now.getTime() + 2 * 86_400_000))).toBe(2)
  expect((await addresses()).slice(-2)).toEqual(['9.9.9.0/32', '1.2.3.0/32'])
})

test('many visits are truncated in steps', async () => {
  const { account } = await createAccount(database.db)
  await sql`insert into visit (account_id, visit_id, link_id, visitor_kind, visitor_hash, address)
    select owner.account_id, visit_id, ${newId()}::uuid, 'person', '', '7.7.7.7' from ${accountRow(account)} cross join unnest(${Array.from({ length: 10_003 }, () => newId(daysAgo(33)))}::uuid[]) as visit_id`.execute(
    database.platformDb,
  )
  expect(await cutOldAddresses(database.platformDb, now)).toBe(10_003)
})
