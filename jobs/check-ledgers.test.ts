import pino from 'pino'
import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { readHealth } from '#domain/payments/health.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { checkNightly } from './check-ledgers.ts'

const database = prepareTestDatabase()

test('the first check after a downtime at month’s end closes the bill instead of reporting it missing', async () => {
  const { account } = await createAccount(database.db)
  const createdAt = new Date('2026-08-15T00:00:00Z')
  await asAccount(database.db, account, tx => tx.updateTable('account').set({ createdAt }).where('accountId', '=', account).execute())
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: line => lines.push(JSON.parse(line).msg) })
  const context = { db: database.platformDb, now: () => new Date('2026-11-20T04:00:00Z'), logger }
  await checkNightly.run(context)
  expect((await readHealth(database.platformDb)).findings).toEqual([])
  expect(lines).toContain('books add up')
})
