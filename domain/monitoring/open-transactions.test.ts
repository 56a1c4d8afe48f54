import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { prepareTestDatabase } from '#test/support/database.ts'
import { OpenTransactions } from './open-transactions.ts'

const database = prepareTestDatabase()

test('the oldest transaction of anybody counts from when it was seen first until it ends', async () => {
  const open = new OpenTransactions()
  const read = (second: number) => open.oldestSeconds(database.platformDb, new Date(second * 1_000))
  await database.db.transaction().execute(async tx => {
    await sql`select`.execute(tx)
    await read(1_000)
    expect(await read(1_400)).toBe(400)
  })
  expect(await read(1_500)).toBeLessThan(400)
})
