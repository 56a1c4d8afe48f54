import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type AccountId, idFloor, newId } from '#values/id.ts'
import { asAccount, type Tx } from './connect.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const dayMs = 86_400_000

const addMessages = (tx: Tx, account: AccountId, count: number) =>
  sql`insert into message (account_id, message_id, kind, signature_id, phone, operator, content, segment_count)
    select ${account}, message_id, 'notice', ${newId()}, (13900000000 + place)::text, 'mobile', '【测试】内容', 1
    from unnest(${Array.from({ length: count }, () => newId())}::uuid[]) with ordinality as one (message_id, place)`.execute(tx)

/** The indexes that a prepared look at the day's messages to a phone goes by. */
async function indexesOfLook(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (generic_plan) select count(*) from message
    where account_id = $1 and phone = $2 and message_id >= ${sql.lit(idFloor(Date.now() - dayMs))} and message_id < any (array[$3::uuid])`.execute(
    tx,
  )
  return rows.flatMap(row => /Index (?:Only )?Scan using (\S+)/.exec(row['QUERY PLAN'])?.[1] ?? [])
}

test('of what was foretold of a month no row is left', async () => {
  const { rows } =
    await sql`select sum(pg_relation_size(inhrelid)) as bytes from pg_inherits where inhparent = ${'message'}::regclass`.execute(
      database.platformDb,
    )
  expect(rows).toEqual([{ bytes: '0' }])
})

test('a phone is looked up by the index of phones, however few rows a month has yet', async () => {
  const { account } = await createAccount(database.db)
  await asAccount(database.db, account, async tx => {
    for (let count = 0; count < 400; count += 20) {
      const indexes = await indexesOfLook(tx)
      expect(indexes.length).toBeGreaterThan(0)
      for (const index of indexes) expect(index, `${count} rows`).toMatch(/_phone_/)
      await addMessages(tx, account, 20)
    }
  })
})
