import { expect, test } from 'vitest'
import { closingNames } from '#contract/billing/bill.ts'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { holdCharge, settleHolds } from '#domain/ledger/charge.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { bookTransfers } from '#domain/ledger/transfer.ts'
import { createCoupon } from '#domain/orders/admin-coupon.ts'
import { payOrder, placeOrder } from '#domain/orders/order.ts'
import { payRefund, requestRefund } from '#domain/orders/order-refund.ts'
import { brokenInvariants } from '#domain/payments/invariant.ts'
import { consumeLinkUnits } from '#domain/visits/units.ts'
import { createAccount, giveLinkUnits } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, lastOrThrow, takeOrThrow } from '#values/or-throw.ts'
import { billOverview, billTotals, listBillLines, listBills } from './bill.ts'
import { billPdf, billWorkbook, taxText } from './bill-pdf.ts'
import { closeBills } from './close-bill.ts'
import { financeOverview, homeFinance } from './overview.ts'

const database = prepareTestDatabase()

const day = (text: string) => new Date(`2026-11-${text}T02:00:00Z`)
const packageId = '3001'
const listHao = 2_400_000

/**
 * A November: one order by WeChat Pay, one with a coupon that is refunded, 50 yuan that staff add and 20 that they
 * deduct.
 */
async function createMonth() {
  const { account, memberId } = await createAccount(database.db)
  const within = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
  const code = `OFF${account.slice(-6).toUpperCase()}`
  const coupon = {
    code,
    name: '立减',
    kind: 'amount' as const,
    off: 1_000_000,
    minimumHao: 2_000_000,
    startsAt: day('01'),
    endsAt: day('30'),
  }
  await asPlatform(database.platformDb, tx =>
    createCoupon(tx, { ...coupon, totalLimit: null, accountLimit: null, packageIds: [] }, { staffId: newId(), now: day('01') }),
  )
  const order = { packageId, quantity: 1, memberId }
  const refundedId = await within(async tx => {
    await recharge(tx, account, { transferId: newId(), amountHao: 10_000_000, at: day('02') })
    const paidId = await placeOrder(tx, account, { ...order, paymentMethod: 'wechat', now: day('03') })
    await payOrder(tx, account, paidId, day('03'), 'wechat')
    const secondId = await placeOrder(tx, account, { ...order, paymentMethod: 'balance', couponCode: code, now: day('04') })
    await payOrder(tx, account, secondId, day('04'))
    return secondId
  })
  await within(async tx => {
    const { refundId } = await requestRefund(tx, account, refundedId, {
      ...{ reason: '不需要了', expectedHao: listHao - 1_000_000, memberId, now: day('05') },
    })
    await payRefund(tx, account, refundId, { answer: null, staffId: newId(), now: day('05') })
    const [outside, available] = takeOrThrow(
      (['outside', 'available'] as const).map(purpose => ({ purpose, grantId: null })),
      2,
    )
    const correction = { kind: 'adjust' as const, at: day('06') }
    await bookTransfers(tx, account, [
      { ...correction, transferId: newId(), from: outside, to: available, amount: 500_000 },
      { ...correction, transferId: newId(), referenceId: newId(), from: available, to: outside, amount: 200_000, at: day('07') },
    ])
  })
  return { account, within }
}

test('bill total: orders and usage; refunds and corrections are separate, with the sign of the balance', async () => {
  const { account, within } = await createMonth()
  const now = day('10')
  const bill = await within(tx => billOverview(tx, account, '2026-11', now))
  const paidHao = listHao - 1_000_000
  expect(bill).toMatchObject({ orderHao: listHao + paidHao, usageHao: 0, refundHao: paidHao, adjustHao: 300_000, state: 'open' })
  expect(bill.totals).toMatchObject({ listHao: 2 * listHao, discountHao: 1_000_000, cashHao: listHao + paidHao, adjustHao: 0 })
  expect(bill.refunds).toMatchObject({ listHao: -listHao, discountHao: -1_000_000, cashHao: -paidHao })
  expect(bill.items.map(({ item, quantity, cashHao }) => [item, quantity, cashHao])).toEqual([['package', 2, listHao + paidHao]])

  const { rows } = await within(tx => listBillLines(tx, account, { month: '2026-11', pageSize: 20 }, now))
  expect(rows.map(line => [line.kind, line.source, line.listHao, line.discountHao, line.cashHao, line.adjustHao, line.taxHao > 0])).toEqual(
    [
      ['adjust', 'balance', 0, 0, 0, -200_000, false],
      ['adjust', 'balance', 0, 0, 0, 500_000, false],
      ['refund', 'balance', -listHao, -1_000_000, -paidHao, 0, false],
      ['order', 'balance', listHao, 1_000_000, paidHao, 0, true],
      ['order', 'wechat', listHao, 0, listHao, 0, true],
    ],
  )
  const taxHao = rows.filter(line => line.kind === 'order').reduce((sum, line) => sum + line.taxHao, 0)
  expect(bill.totals.taxHao).toBe(taxHao)
  // At 9%: of ¥380.00 paid and ¥140.00 returned, without the corrections.
  expect(taxText(bill)).toBe(
    '合计现金¥380.00中含增值税 ¥31.3761，不含税 ¥348.6239；退款现金-¥140.00中含增值税 -¥11.5596，不含税 -¥128.4404。' +
      '调账不含税；发票的税额按每张发票的金额计到分。',
  )
  const { totals, equations } = await within(tx => billTotals(tx, account, { month: '2026-11' }, now))
  expect(totals).toMatchObject({ listHao, discountHao: 0, cashHao: listHao, adjustHao: 300_000 })
  for (const equation of equations) expect(equation.leftHao, equation.name).toBe(equation.rightHao)
  expect((await within(tx => billPdf(tx, account, '2026-11', now))).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await within(tx => billWorkbook(tx, account, '2026-11', now))).subarray(0, 2).toString()).toBe('PK')
})

test("refund: is no cost of the month and isn't part of the forecast", async () => {
  const { account, within } = await createMonth()
  const now = day('10')
  const { month, pace } = await within(tx => financeOverview(tx, account, now))
  expect([month.orderHao - month.refundHao, pace.forecastHao]).toEqual([listHao, listHao])
  const home = await within(tx => homeFinance(tx, account, now))
  expect([home.forecastHao, lastOrThrow(home.months).refundHao]).toEqual([listHao, listHao - 1_000_000])
  const december = await within(tx => financeOverview(tx, account, new Date('2026-12-05T02:00:00Z')))
  expect(december.before).toEqual({ orderHao: 2 * listHao - 1_000_000, usageHao: 0, refundHao: listHao - 1_000_000 })
})

test('payment sources: messages and link units of given packages are separate', async () => {
  const { account } = await createAccount(database.db, { createdAt: day('01') })
  const now = day('10')
  const bill = await asAccount(database.db, account, async tx => {
    const given = { grantId: newId(), kind: 'general' as const, name: '通用', segmentCount: 50, source: 'gift' as const }
    await grantSegments(tx, account, { ...given, startsAt: day('01'), expiresAt: day('30') })
    const hold = firstOrThrow(await holdCharge(tx, account, 'transactional', new Map([[1, 7]]), { now }))
    await settleHolds(tx, account, [{ holdId: hold.holdId, deliveredSegments: 7, voidedSegments: 0 }], now)
    await giveLinkUnits(tx, account, 100, 30, now)
    await consumeLinkUnits(tx, account, 30, { now, referenceId: null })
    return billOverview(tx, account, '2026-11', now)
  })
  expect(bill.sources.map(({ product, source, quantity }) => [product, source, quantity])).toEqual([
    ['sms', 'gift', 7],
    ['link', 'gift', 30],
  ])
})

test('pace: the average of seven days counts today, also the first charge of all', async () => {
  const { account } = await createAccount(database.db)
  const within = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
  // Noon in China: six days and a half have passed.
  const [now, lastDays, eighthDay] = [new Date('2026-11-10T04:00:00Z'), 6.5, new Date('2026-11-17T04:00:00Z')]
  const { amountHao } = await within(async tx => {
    await recharge(tx, account, { transferId: newId(), amountHao: 10_000_000, at: day('10') })
    const hold = firstOrThrow(await holdCharge(tx, account, 'transactional', new Map([[1, 100]]), { now }))
    await settleHolds(tx, account, [{ holdId: hold.holdId, deliveredSegments: 100, voidedSegments: 0 }], now)
    return { amountHao: 100 * hold.unitPriceHao }
  })
  const { pace, availableHao } = await within(tx => financeOverview(tx, account, now))
  const dayHao = amountHao / lastDays
  expect(pace.dayHao).toBe(Math.round(dayHao))
  expect(pace.forecastHao).toBe(amountHao + Math.round(dayHao * 20.5))
  expect(pace.emptyAt).toEqual(new Date(now.getTime() + Math.floor((availableHao / dayHao) * 86_400_000)))
  expect((await within(tx => financeOverview(tx, account, eighthDay))).pace).toMatchObject({ dayHao: 0, emptyAt: null })
})

test('month state: a month that is over is neither running nor closed until it is closed', async () => {
  const { account, within } = await createMonth()
  const statesAt = async (at: string) =>
    (await within(tx => listBills(tx, account, new Date(at)))).map(({ month, state }) => `${month} ${state} ${closingNames[state]}`)
  expect(await statesAt('2026-11-30T15:59:59Z')).toEqual(['2026-11 open 当前余额（含冻结）'])
  expect(await statesAt('2026-11-30T16:00:00Z')).toEqual(['2026-12 open 当前余额（含冻结）', '2026-11 ended 期末余额'])
  const closingAt = new Date('2026-12-03T04:08:00Z')
  await within(tx => closeBills(tx, account, closingAt))
  expect(await statesAt('2026-12-03T04:08:00Z')).toEqual(['2026-12 open 当前余额（含冻结）', '2026-11 closed 期末余额'])
  const { totals } = await within(tx => billTotals(tx, account, { month: '2026-11' }, closingAt))
  expect([totals.cashHao, totals.adjustHao]).toEqual([listHao, 300_000])
  expect(await within(tx => brokenInvariants(tx, account, closingAt))).toEqual([])
})
