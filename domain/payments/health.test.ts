import pg from 'pg'
import { assert, expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { billPdf, billWorkbook } from '#domain/billing/bill-pdf.ts'
import { closeBills, closesAt } from '#domain/billing/close-bill.ts'
import { billExport } from '#domain/billing/line-export.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { purchasePackage } from '#domain/orders/purchase.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { checkLedgers, readHealth } from './health.ts'

const database = prepareTestDatabase()

const at = (day: number) => new Date(Date.UTC(2026, 9, day, 2))
const now = new Date(closesAt('2026-10').getTime() + 3_600_000)

/** A thousand yuan and a package in October, which is closed. */
async function createClosed() {
  const { account } = await createAccount(database.db)
  await asAccount(database.db, account, async tx => {
    await tx
      .updateTable('account')
      .set({ createdAt: at(1) })
      .where('accountId', '=', account)
      .execute()
    await recharge(tx, account, { transferId: newId(), amountHao: 10_000_000, at: at(1) })
    await purchasePackage(tx, account, { packageId: '3001', quantity: 1, now: at(2) })
    await closeBills(tx, account, now)
  })
  return account
}

test('a check verifies every account and stores what it found, for staff to read', async () => {
  const account = await createClosed()
  expect((await checkLedgers(database.platformDb, () => now)).problemCount).toBe(0)
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query('update bill_line set unit_price_hao = unit_price_hao + 1 where account_id = $1', [account])
  await owner.end()
  const { problemCount, accountCount } = await checkLedgers(database.platformDb, () => new Date(now.getTime() + 1))
  expect(problemCount).toBe(1)
  const { checks, invariants, findings } = await readHealth(database.platformDb)
  assert.exists(invariants)
  expect(checks.map(check => check.failedInvariants)).toEqual([1, 0])
  expect(invariants.bill).toEqual({ checked: accountCount, failed: 1 })
  expect(invariants.T1.failed).toBe(0)
  expect(findings).toMatchObject([{ accountId: account, invariant: 'bill', problem: '2026-10 的账单与出账时的指纹不符' }])
})

test('a month comes as PDF and workbook, and an export ends with the sums of its lines', async () => {
  const account = await createClosed()
  const read = <T>(make: (tx: Tx) => Promise<T>) => asAccount(database.db, account, make)
  expect((await read(tx => billPdf(tx, account, '2026-10', now))).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await read(tx => billWorkbook(tx, account, '2026-10', now))).subarray(0, 2).toString()).toBe('PK')
  const filter = { month: '2026-10' }
  const { rows, last } = await read(tx => billExport.rows(tx, account, filter, { after: null, limit: 100 }))
  expect(last).toBeNull()
  expect(rows).toHaveLength(await read(tx => billExport.count(tx, account, filter, 100)))
  const cash = billExport.columns.findIndex(column => column.key === 'cash')
  expect(rows.map(row => row[cash])).toEqual([2_400_000, 2_400_000])
  expect(lastOrThrow(rows).slice(0, 2)).toEqual(['合计', '1行'])
  expect(rows.at(-1)).toHaveLength(billExport.columns.length)
  // The clock of the request decides which months have begun, not that of this machine.
  const later = new Date('2036-03-05T00:00:00Z')
  const fixed = billExport.fix({ month: '2036-03' }, later)
  expect(await read(tx => billExport.count(tx, account, fixed, 100))).toBe(1)
  expect(() => billExport.fix({ month: '2036-04' }, later)).toThrow(expect.objectContaining({ code: 'not_found' }))
})
