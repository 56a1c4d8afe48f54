import { expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { brokenInvariants } from '#domain/payments/invariant.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { payableOrder, payOrder, placeOrder } from './order.ts'
import { readOrder } from './order-list.ts'
import { payRefund, previewRefund, requestRefund } from './order-refund.ts'
import { purchasePackage } from './purchase.ts'
import { saveAutoRenewal } from './rebuy.ts'

const database = prepareTestDatabase()

const now = new Date()
const later = new Date(now.getTime() + 60_000)
// 行业短信 自定义: 0.045 yuan each, 0.040 from 100,000 on.
const custom = { packageId: '1099', quantity: 1, now }
const within = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)

async function buyer() {
  const { account, memberId } = await createAccount(database.db)
  await within(account, tx => recharge(tx, account, { transferId: newId(), amountHao: 100_000_000 }))
  const buy = (wanted: object) => within(account, tx => purchasePackage(tx, account, { ...custom, ...wanted }))
  return { account, memberId, buy }
}

test('a custom number of segments costs the price of its tier, and the order names the tier', async () => {
  const { account, buy } = await buyer()
  const { orderId } = await buy({ customCount: 5_000, expectedHao: 2_250_000 })
  await buy({ customCount: 50_000, quantity: 2, expectedHao: 40_000_000 })
  const order = await within(account, tx => readOrder(tx, account, orderId))
  expect(order).toMatchObject({ name: '行业短信 自定义 5,000条', segmentCount: 5_000, quantity: 1, listHao: 2_250_000, discountHao: 0 })
  const { grants, availableHao } = await within(account, tx => balancesOf(tx, account))
  expect(grants.map(grant => [grant.kind, grant.segmentCount])).toEqual([
    ['industry', 5_000],
    ['industry', 100_000],
  ])
  expect(availableHao).toBe(100_000_000 - 2_250_000 - 40_000_000)
})

test.each([
  ['without a number', {}, 'input_invalid'],
  ['with too many at once', { customCount: 5_000_000, quantity: 2 }, 'input_invalid'],
  ['with a number for a package that has its own', { packageId: '1001', customCount: 10_000 }, 'input_invalid'],
  ['at another price than was shown', { customCount: 100_000, expectedHao: 45_000_000 }, 'price_changed'],
])('nothing is bought %s', async (_, wanted, code) => {
  const { account, buy } = await buyer()
  await expect(buy(wanted)).rejects.toMatchObject({ code })
  expect((await within(account, tx => balancesOf(tx, account))).grants).toEqual([])
})

test('an order of a custom number keeps its price as long as its tier has it', async () => {
  const { account, memberId } = await buyer()
  const order = { ...custom, paymentMethod: 'alipay' as const, memberId }
  const small = await within(account, tx => placeOrder(tx, account, { ...order, customCount: 2_000 }))
  const large = await within(account, tx => placeOrder(tx, account, { ...order, customCount: 100_000 }))
  const tiers = [
    { from: 1_000, unitPriceHao: 450 },
    { from: 100_000, unitPriceHao: 410 },
  ]
  const facts = { name: '行业短信 自定义', segmentCount: 1_000, priceHao: 450_000, listPriceHao: 450_000, validityDays: 365 }
  await database.platformDb
    .insertInto('packageVersion')
    .values({ packageId: 1099, version: 2, ...facts, tiers: JSON.stringify(tiers), startsAt: later })
    .execute()
  const payable = (orderId: string, at: Date) => within(account, tx => payableOrder(tx, account, orderId, at))
  expect((await payable(large, now)).amountHao).toBe(40_000_000)
  await expect(payable(large, later)).rejects.toMatchObject({ code: 'price_changed' })
  expect((await payable(small, later)).amountHao).toBe(900_000)
  expect((await within(account, tx => payOrder(tx, account, small, later))).segmentCount).toBe(2_000)
})

test('an unused custom package is refunded in full, later at the price of its tier; the ledger balances', async () => {
  const { account, memberId, buy } = await buyer()
  const { orderId } = await buy({ packageId: '4099', customCount: 100_000 })
  const { sum, tiers } = await within(account, tx => previewRefund(tx, account, orderId, now))
  expect(sum).toMatchObject({ rule: 'whole', amountHao: 8_000_000 })
  expect(tiers.map(tier => [tier.from, tier.priceHao / tier.perCount])).toEqual([
    [0, 100],
    [100_000, 80],
  ])
  const asked = await within(account, tx =>
    requestRefund(tx, account, orderId, { reason: '买多了', expectedHao: 8_000_000, memberId, now: later }),
  )
  await within(account, tx => payRefund(tx, account, asked.refundId, { answer: null, staffId: newId(), now: later }))
  expect((await within(account, tx => balancesOf(tx, account))).availableHao).toBe(100_000_000)
  expect(await within(account, tx => verifyLedger(tx, account))).toEqual([])
  expect(await within(account, tx => brokenInvariants(tx, account, later))).toEqual([])
})

test("a package without a fixed size can't be renewed automatically", async () => {
  const { account, memberId } = await buyer()
  const rule = { packageId: '1099', expectedHao: 450_000, thresholdCount: 100, monthCapHao: 1_000_000, memberId, now }
  await expect(within(account, tx => saveAutoRenewal(tx, account, rule))).rejects.toMatchObject({ code: 'package_unavailable' })
})
