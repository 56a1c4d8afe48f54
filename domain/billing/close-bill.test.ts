import pg from 'pg'
import { expect, test } from 'vitest'
import { brokenInvariants } from '#domain/payments/invariant.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { begin, hourMs, inAccount, type Run, startRun, take } from '#test/support/month/run.ts'
import { takeOrThrow } from '#values/or-throw.ts'
import { listBillLines, listBills } from './bill.ts'
import { closeBills, closesAt, lastClosable } from './close-bill.ts'

const database = prepareTestDatabase()

/** An account with a closed month that has lines of every kind. */
async function createClosed(): Promise<{ run: Run; now: Date }> {
  const run = await startRun(database)
  const at = (day: number) => new Date(begin.getTime() + day * 24 * hourMs)
  await take(run, { act: 'recharge', fen: 5_000_00, hours: 1 }, at(1))
  await take(run, { act: 'bonus', hao: 1_000_00, days: 30, hours: 1 }, at(1))
  await take(run, { act: 'purchase', packageId: '3001', quantity: 1, hours: 1 }, at(2))
  await take(run, { act: 'send', kind: 'otp', segments: 2, count: 30, isProgram: true, hours: 1 }, at(3))
  await take(run, { act: 'settle', deliveredShare: 0.9, hours: 1 }, at(3))
  const now = closesAt('2026-08')
  await inAccount(run, tx => closeBills(tx, run.sender.account, now))
  return { run, now }
}

test('closing: at noon of the third day (China time), once; later charges belong to the month in which they are booked', async () => {
  const { run, now } = await createClosed()
  const { account } = run.sender
  expect(now).toEqual(new Date('2026-09-03T04:00:00Z'))
  expect(lastClosable(new Date(now.getTime() - 1))).toBe('2026-07')
  expect(lastClosable(now)).toBe('2026-08')
  const [, before] = await inAccount(run, tx => listBills(tx, account, now))
  expect(await inAccount(run, tx => closeBills(tx, account, now))).toEqual([])
  await take(run, { act: 'settle', deliveredShare: 1, hours: 1 }, new Date(now.getTime() + hourMs))
  const [september, august] = takeOrThrow(await inAccount(run, tx => listBills(tx, account, now)), 2)
  expect(august).toEqual(before)
  expect(august.state).toBe('closed')
  expect(september).toMatchObject({ month: '2026-09', state: 'open', openingHao: august.closingHao })
  const { rows } = await inAccount(run, tx => listBillLines(tx, account, { month: '2026-09', pageSize: 20 }, now))
  expect(rows.filter(line => line.quantity > 0)).toHaveLength(1)
})

test.each([
  ['a line of a closed month', 'bill', 'update bill_line set returned_count = returned_count + 1 where account_id = $1 and line = 1'],
  ['a line that is gone', 'bill', 'delete from bill_line where account_id = $1 and line = 1'],
  [
    'the figures of a closed month',
    'bill',
    'update bill set opening_hao = opening_hao + 1, recharge_hao = recharge_hao - 1 where account_id = $1',
  ],
  ['the day of a charge', 'charge', "update charge_day set day = '2026-08-30' where account_id = $1"],
  ['segments of a charge', 'T5', 'update charge_day set posted_count = posted_count + 1 where account_id = $1'],
  ['money of an entry', 'T1', "update transfer set amount = amount + 100 where account_id = $1 and kind = 'recharge' and asset = 'cny'"],
  ['money of a purchase', 'T2', 'update bill set order_hao = order_hao + 1, recharge_hao = recharge_hao + 1 where account_id = $1'],
  [
    'what may be invoiced',
    'T3',
    "update ledger_account set credits = credits + 100 where account_id = $1 and asset = 'invoice' and purpose = 'available'",
  ],
  [
    'gift money of an entry',
    'T1',
    "update transfer set amount = amount + 100 where account_id = $1 and kind = 'grant' and asset = 'bonus'",
  ],
  [
    'gift money of a line',
    'T2',
    'update bill_line set bonus_hao = bonus_hao + 100, list_hao = list_hao + 100 where account_id = $1 and line = 1',
  ],
  ['what of an order gift money paid', 'ledger', 'update package_order set bonus_hao = bonus_hao - 100 where account_id = $1'],
  ['a package', 'T4', 'update credit_grant set segment_count = segment_count + 1 where account_id = $1'],
])('reconciliation: finds a direct change in the database of %s', async (_, invariant, statement) => {
  const { run, now } = await createClosed()
  const { account } = run.sender
  expect(await inAccount(run, tx => brokenInvariants(tx, account, now))).toEqual([])
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const { rowCount } = await owner.query(statement, [account])
  await owner.end()
  expect(rowCount).toBeGreaterThan(0)
  const found = await inAccount(run, tx => brokenInvariants(tx, account, now))
  expect(found.map(one => one.invariant)).toContain(invariant)
  // Problem texts are in yuan, as staff read them.
  expect(found.filter(one => one.invariant !== 'ledger' && one.problem.includes('毫'))).toEqual([])
})

test('closed month: the programs can neither change nor delete it', async () => {
  const { run } = await createClosed()
  const { account } = run.sender
  for (const table of ['bill', 'billLine'] as const) {
    await expect(inAccount(run, tx => tx.deleteFrom(table).where('accountId', '=', account).execute())).rejects.toThrow(/permission denied/)
    await expect(
      inAccount(run, tx => tx.updateTable(table).set({ month: '2026-07' }).where('accountId', '=', account).execute()),
    ).rejects.toThrow(/permission denied/)
  }
})
