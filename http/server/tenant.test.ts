import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerCalls } from '#contract/calls.ts'
import { asAccount } from '#db/connect.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { tenantTables } from '#test/architecture/statement.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { customerHandlers } from './customer.ts'

const database = prepareTestDatabase()

test('tenant tables show nothing without an account', async () => {
  for (const table of tenantTables)
    await expect(
      sql`select 1 from ${sql.table(table)} -- across accounts: the test
    `.execute(database.db),
      table,
    ).rejects.toThrow(/app.account_id|invalid input syntax for type uuid/)
})

test('one account neither sees nor writes another’s rows', async () => {
  const [mine, other] = [await createAccount(database.db), await createAccount(database.db)]
  await asAccount(database.db, other.account, tx => recharge(tx, other.account, { transferId: newId(), amountHao: 1000 }))
  for (const table of tenantTables) {
    const seen = await asAccount(database.db, mine.account, tx =>
      sql`select 1 from ${sql.table(table)} where account_id = ${other.account}`.execute(tx),
    )
    expect(seen.rows, table).toEqual([])
  }
  const writing = asAccount(database.db, mine.account, tx => recharge(tx, other.account, { transferId: newId(), amountHao: 1000 }))
  await expect(writing).rejects.toThrow(/row-level security/)
})

test('every call has one handler, and no handler answers an unlisted call', () => {
  const listed = Object.values(customerCalls).flatMap(calls => Object.values(calls).map(call => `${call.method} ${call.path}`))
  const answered = customerHandlers({ secret: 'x'.repeat(32), shortLinkUrl: 'https://hy.example' }).map(
    ({ call }) => `${call.method} ${call.path}`,
  )
  expect(new Set(listed).size).toBe(listed.length)
  expect([...answered].sort()).toEqual([...listed].sort())
})
