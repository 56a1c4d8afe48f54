import pg from 'pg'
import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { holdCharge, settleHolds } from '#domain/ledger/charge.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { purchasePackage } from '#domain/orders/purchase.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { entryTotals, listEntries } from './transaction.ts'
import { transactionExport } from './transaction-export.ts'

const database = prepareTestDatabase()

const day = (count: number) => new Date(Date.UTC(2026, 9, count))
const october = { from: day(1), until: day(32) }

/**
 * 1,000 yuan recharged on the 1st, a package bought on the 5th, 10 segments held on the 10th, of which 6 are delivered
 * on the 11th.
 */
async function createActive() {
  const { account } = await createAccount(database.db)
  const rechargeId = newId()
  await asAccount(database.db, account, async tx => {
    await recharge(tx, account, { transferId: rechargeId, amountHao: 10_000_000, at: day(1) })
    await purchasePackage(tx, account, { packageId: '3001', quantity: 1, now: day(5) })
    const hold = firstOrThrow(await holdCharge(tx, account, 'otp', new Map([[1, 10]]), { now: new Date('2030-01-01') }))
    await settleHolds(tx, account, [{ holdId: hold.holdId, deliveredSegments: 6, voidedSegments: 4 }])
  })
  return { account, rechargeId }
}
const inAccount = <T>(account: AccountId, act: (tx: Parameters<Parameters<typeof asAccount>[2]>[0]) => Promise<T>) =>
  asAccount(database.db, account, tx => act(tx) as Promise<unknown>) as Promise<T>

const wrongEntries = async (account: AccountId) =>
  (await inAccount(account, tx => verifyLedger(tx, account))).filter(problem => problem.startsWith('entry'))

test('entries: each has its direction and the balance after it', async () => {
  const { account } = await createActive()
  const filter = { from: day(1), until: new Date('2031-01-01'), hasHolds: true, pageSize: 20 }
  const { rows } = await inAccount(account, tx => listEntries(tx, account, filter))
  expect(rows.map(row => [row.entryNumber, row.kind, row.direction, row.amountHao, row.availableAfterHao, row.heldAfterHao])).toEqual([
    [5, 'void', 'within', 1_800, 7_597_300, 0],
    [4, 'post', 'out', 2_700, 7_595_500, 1_800],
    [3, 'hold', 'within', 4_500, 7_595_500, 4_500],
    [2, 'purchase', 'out', 2_400_000, 7_600_000, 0],
    [1, 'recharge', 'in', 10_000_000, 10_000_000, 0],
  ])
  expect(itemOrThrow(rows, 3).related).toMatchObject({ kind: 'order' })
  expect(await wrongEntries(account)).toEqual([])
})

test('entry with a wrong balance: detected', async () => {
  const { account } = await createActive()
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query('update transfer set available_after = available_after + 1 where account_id = $1 and entry_number = 2', [account])
  await owner.end()
  expect(await wrongEntries(account)).toEqual(['entry 2 says 7600001/0 after it, the entries up to it 7600000/0'])
})

test('opening and closing balance: consistent for every part of the statement', async () => {
  const { account } = await createActive()
  const totals = (from: Date, until: Date) => inAccount(account, tx => entryTotals(tx, account, { from, until, hasHolds: true }))
  for (const [from, until] of [
    [day(1), day(5)],
    [day(5), day(6)],
    [day(2), new Date('2031-01-01')],
    [day(1), new Date('2031-01-01')],
    [day(-5), day(0)],
  ] as const) {
    const { openingHao, inHao, outHao, closingHao } = await totals(from, until)
    expect(openingHao + inHao - outHao).toBe(closingHao)
  }
  expect(await totals(day(1), day(5))).toEqual({ openingHao: 0, inHao: 10_000_000, outHao: 0, closingHao: 10_000_000, entryCount: 1 })
})

test('statement: pages by cursor, filters by kind, includes holds only on request', async () => {
  const { account } = await createActive()
  const filter = { from: day(1), until: new Date('2031-01-01'), pageSize: 2 }
  const list = (more: object) => inAccount(account, tx => listEntries(tx, account, { ...filter, ...more }))
  const first = await list({})
  expect(first.rows.map(row => row.kind)).toEqual(['post', 'purchase'])
  const second = await list({ cursor: Number(first.nextCursor) })
  expect([second.rows.map(row => row.kind), second.nextCursor]).toEqual([['recharge'], null])
  expect((await list({ kind: 'hold' })).rows).toHaveLength(1)
  const { account: other } = await createAccount(database.db)
  expect((await inAccount(other, tx => listEntries(tx, other, filter))).rows).toEqual([])
})

test('entry filters: direction, amount, and number of the related object', async () => {
  const { account } = await createActive()
  const filter = { from: day(1), until: new Date('2031-01-01') }
  const kinds = async (more: object) =>
    (await inAccount(account, tx => listEntries(tx, account, { ...filter, ...more, pageSize: 20 }))).rows.map(row => row.kind)
  expect([await kinds({ direction: 'in' }), await kinds({ direction: 'out' })]).toEqual([['recharge'], ['post', 'purchase']])
  // The order cost ¥240.00.
  expect(await kinds({ least: '240', most: '240.00' })).toEqual(['purchase'])
  expect([await kinds({ least: '240.01' }), await kinds({ most: '239.99' })]).toEqual([['recharge'], ['post']])
  const order = firstOrThrow(
    await inAccount(account, tx => tx.selectFrom('packageOrder').select('orderNumber').where('accountId', '=', account).execute()),
  )
  expect([await kinds({ number: order.orderNumber }), await kinds({ number: 'D0' })]).toEqual([['purchase'], []])
  const totals = await inAccount(account, tx => entryTotals(tx, account, { ...filter, direction: 'out' }))
  expect(totals).toMatchObject({ entryCount: 2, inHao: 0, outHao: 2_402_700 })
})

test('entry times: never decrease in statement order, even if their events happened earlier', async () => {
  const { account } = await createActive()
  await asAccount(database.db, account, tx => recharge(tx, account, { transferId: newId(), amountHao: 100, at: day(3) }))
  const { rows } = await inAccount(account, tx =>
    listEntries(tx, account, { ...october, until: new Date('2031-01-01'), hasHolds: true, pageSize: 20 }),
  )
  const times = rows.map(row => row.at.getTime())
  expect(times).toEqual([...times].sort((a, b) => b - a))
  expect(rows[0]).toMatchObject({ kind: 'recharge', amountHao: 100 })
})

test('export: matches the sums on the screen, says what each entry is about, ends with control totals', async () => {
  const { account, rechargeId } = await createActive()
  const filter = { from: day(1), until: new Date('2031-01-01') }
  const exported: (string | number | Date | null)[][] = []
  let after: string | null = null
  do {
    const page = await inAccount(account, tx => transactionExport.rows(tx, account, filter, { after, limit: 2 }))
    exported.push(...page.rows)
    after = page.last
  } while (after !== null)
  expect(exported).toHaveLength(await inAccount(account, tx => transactionExport.count(tx, account, filter, 100)))
  const place = (key: string) => transactionExport.columns.findIndex(column => column.key === key)
  const cells = (key: string) => exported.map(row => row[place(key)])
  const entries = exported.slice(0, -3)
  const sum = (key: string) => entries.reduce((total, row) => total + Number(row[place(key)] ?? 0), 0)
  const totals = await inAccount(account, tx => entryTotals(tx, account, filter))
  expect([entries.length, sum('in'), sum('out')]).toEqual([totals.entryCount, totals.inHao, totals.outHao])
  expect(cells('kind').slice(-3)).toEqual([`合计${totals.entryCount}笔`, '期初余额', '期末余额'])
  expect(exported.at(-3)?.slice(place('in'), place('out') + 1)).toEqual([totals.inHao, totals.outHao])
  expect(cells('balance').slice(-2)).toEqual([totals.openingHao, totals.closingHao])
  expect(totals.openingHao + sum('in') - sum('out')).toBe(totals.closingHao)
  const { orderNumber } = await inAccount(account, tx =>
    tx.selectFrom('packageOrder').select('orderNumber').where('accountId', '=', account).executeTakeFirstOrThrow(),
  )
  expect(entries.map(row => [row[place('kind')], row[place('relatedNumber')], row[place('remark')]])).toEqual([
    ['短信消费', null, null],
    ['购买套餐', orderNumber, '通用短信 5000条'],
    ['充值', null, null],
  ])
  expect(cells('month')[1]).toBe('2026-10')
  expect(exported.every(row => row.length === transactionExport.columns.length)).toBe(true)
  await inAccount(account, async tx => {
    const made = { accountId: account, rechargeId, amountHao: 10_000_000, paymentMethod: 'wechat', state: 'paid', expiresAt: day(2) }
    await tx
      .insertInto('recharge')
      .values({ ...made, tradeNumber: 'R1', gatewayNumber: '4200001', paidAt: day(1), paidHao: 10_000_000 })
      .execute()
  })
  const { rows } = await inAccount(account, tx => listEntries(tx, account, { ...filter, kind: 'recharge', pageSize: 5 }))
  expect(rows).toMatchObject([{ related: { kind: 'recharge', number: 'R1' }, gatewayNumber: '4200001' }])
})
