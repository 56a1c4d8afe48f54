import { expect, test } from 'vitest'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { brokenInvariants } from '#domain/payments/invariant.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { createCoupon, listCoupons, listCouponUses, type NewCoupon, stopCoupon } from './admin-coupon.ts'
import { couponHao } from './coupon.ts'
import { payableOrder, payOrder, placeOrder, previewCoupon } from './order.ts'
import { endOrder } from './order-end.ts'
import { orderExport } from './order-export.ts'
import { readOrder } from './order-list.ts'
import { payRefund, requestRefund } from './order-refund.ts'
import { purchasePackage } from './purchase.ts'

const database = prepareTestDatabase()

const now = new Date()
const dayMs = 86_400_000
const after = (days: number) => new Date(now.getTime() + days * dayMs)
// 通用短信 5000条, for 240 yuan.
const packageId = '3001'
const priceHao = 2_400_000
const within = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
const platform = <T>(work: (tx: Tx) => Promise<T>) => asPlatform(database.platformDb, work)

async function coupon(code: string, facts: Partial<NewCoupon> = {}): Promise<string> {
  const made: NewCoupon = {
    code,
    name: '双十二满减',
    kind: 'amount',
    off: 200_000,
    minimumHao: 1_000_000,
    startsAt: after(-1),
    endsAt: after(30),
    totalLimit: null,
    accountLimit: null,
    packageIds: [],
    ...facts,
  }
  await platform(tx => createCoupon(tx, made, { staffId: newId(), now }))
  return code
}
const usedCount = async (code: string) =>
  (await database.platformDb.selectFrom('coupon').select('usedCount').where('code', '=', code).executeTakeFirstOrThrow()).usedCount

async function buyer(balanceHao = 10 * priceHao) {
  const { account, memberId } = await createAccount(database.db)
  await within(account, tx => recharge(tx, account, { transferId: newId(), amountHao: balanceHao, at: now }))
  const order = { packageId, quantity: 1, memberId, now }
  return {
    account,
    memberId,
    buy: (couponCode: string, wanted: object = {}) =>
      within(account, tx => purchasePackage(tx, account, { ...order, couponCode, ...wanted })),
    place: (couponCode: string) => within(account, tx => placeOrder(tx, account, { ...order, couponCode, paymentMethod: 'alipay' })),
    preview: (couponCode: string, wanted: object = {}) =>
      within(account, tx => previewCoupon(tx, account, { ...order, couponCode, ...wanted })),
  }
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string; facts?: { reason?: string } }) => error.facts?.reason ?? error.code ?? String(error),
  )

test.each([
  [{ kind: 'amount', off: 200_000 }, 2_400_000, 200_000],
  [{ kind: 'percent', off: 15 }, 2_400_000, 360_000],
  // 33 % of 0.10 yuan are 3.3 fen.
  [{ kind: 'percent', off: 33 }, 1_000, 300],
  [{ kind: 'percent', off: 99 }, 99_999_990_000, 98_999_990_100],
] as const)('%o takes off %i 毫 %i', (off, hao, expected) => {
  expect(couponHao(off, hao)).toBe(expected)
})

test('an order pays list price less discount, from bonus credit first; only cash is invoiceable; a refund returns the payment but not the use of the coupon', async () => {
  const code = await coupon('FIRST20', { accountLimit: 1 })
  const { account, memberId, buy, preview } = await buyer()
  await within(account, tx =>
    grantSegments(tx, account, {
      grantId: newId(),
      kind: 'bonus',
      name: '赠送金',
      segmentCount: 300_000,
      source: 'gift',
      startsAt: now,
      expiresAt: after(10),
    }),
  )
  expect(await preview(code)).toEqual({ name: '双十二满减', couponHao: 200_000, amountHao: 2_200_000 })
  const { orderId, amountHao, bonusHao } = await buy(code, { expectedHao: 2_200_000 })
  expect([amountHao, bonusHao]).toEqual([2_200_000, 300_000])
  const order = await within(account, tx => readOrder(tx, account, orderId))
  expect(order).toMatchObject({ listHao: 2_400_000, discountHao: 200_000, coupon: { code, couponHao: 200_000 }, amountHao: 2_200_000 })
  const invoiceable = async () =>
    (
      await within(account, tx =>
        tx
          .selectFrom('ledgerAccount')
          .select(['credits', 'debits'])
          .where('accountId', '=', account)
          .where('asset', '=', 'invoice')
          .where('purpose', '=', 'available')
          .execute(),
      )
    ).reduce((sum, { credits, debits }) => sum + credits - debits, 0)
  expect(await invoiceable()).toBe(1_900_000)
  const asked = await within(account, tx =>
    requestRefund(tx, account, orderId, { reason: '不需要', expectedHao: 2_200_000, memberId, now }),
  )
  await within(account, tx => payRefund(tx, account, asked.refundId, { answer: null, staffId: newId(), now }))
  expect((await within(account, tx => balancesOf(tx, account))).availableHao).toBe(10 * priceHao)
  expect(await invoiceable()).toBe(0)
  const { rows } = await within(account, tx => orderExport.rows(tx, account, orderExport.filter.parse({}), { after: null, limit: 1 }))
  const cellOf = (title: string) => firstOrThrow(rows)[orderExport.columns.findIndex(column => column.title === title)]
  expect([cellOf('其中赠送金'), cellOf('已退款'), cellOf('其中退回赠送金')]).toEqual([300_000, 2_200_000, 300_000])
  expect(await usedCount(code)).toBe(1)
  expect(await reasonOf(buy(code))).toBe('优惠码每个账户可用1次，您已用过')
  expect(await within(account, tx => brokenInvariants(tx, account, now))).toEqual([])
})

test('a refused coupon says why, and nothing is bought', async () => {
  const { account, buy, preview } = await buyer()
  await coupon('LATER', { startsAt: new Date('2099-12-01T00:00:00+08:00'), endsAt: new Date('2099-12-31T00:00:00+08:00') })
  await coupon('ENDED', { endsAt: now })
  await coupon('OTHERS', { packageIds: ['1001'] })
  await coupon('LARGE', { minimumHao: priceHao + 100 })
  await coupon('STOPPED')
  await platform(tx => stopCoupon(tx, 'STOPPED', now))
  const expected = {
    NOTHING: 'coupon_unknown',
    LATER: '优惠码从2099-12-01 00:00起可用',
    ENDED: '优惠码已过期',
    OTHERS: '优惠码不能用于这个套餐',
    LARGE: '优惠码满¥240.01可用',
    STOPPED: '优惠码已停用',
  }
  for (const [code, reason] of Object.entries(expected)) {
    expect(await reasonOf(preview(code))).toBe(reason)
    expect(await reasonOf(buy(code))).toBe(reason)
  }
  expect(await reasonOf(buy('LARGE', { quantity: 2, expectedHao: 2 * priceHao }))).toBe('price_changed')
  expect(await usedCount('LARGE')).toBe(0)
  expect((await buy('LARGE', { quantity: 2, expectedHao: 2 * priceHao - 200_000 })).amountHao).toBe(2 * priceHao - 200_000)
  expect((await within(account, tx => balancesOf(tx, account))).grants).toHaveLength(1)
})

test('a coupon for three serves three of fifteen concurrent customers, each once', async () => {
  const code = await coupon('THREE', { totalLimit: 3, accountLimit: 1 })
  const buyers = await Promise.all(Array.from({ length: 15 }, () => buyer()))
  const outcomes = await Promise.all([...buyers, ...buyers].map(one => reasonOf(one.place(code))))
  expect(outcomes.filter(one => one === 'done')).toHaveLength(3)
  expect(new Set(outcomes)).toEqual(new Set(['done', '优惠码已被领完', ...outcomes.filter(one => one.includes('每个账户'))]))
  expect(await usedCount(code)).toBe(3)
  for (const { account } of buyers) {
    const orders = await within(account, tx => tx.selectFrom('packageOrder').select('orderId').where('accountId', '=', account).execute())
    expect(orders.length).toBeLessThanOrEqual(1)
  }
})

test('an order that ends unpaid returns its use of the coupon, once; a paid one keeps it', async () => {
  const code = await coupon('LASTONE', { totalLimit: 1 })
  const [first, second] = [await buyer(), await buyer()]
  const orderId = await first.place(code)
  expect(await reasonOf(second.place(code))).toBe('优惠码已被领完')
  const end = () => within(first.account, tx => endOrder(tx, first.account, orderId, { reason: 'cancelled', now }))
  expect(await Promise.all([end(), end(), end()])).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(await usedCount(code)).toBe(0)
  expect(await within(first.account, tx => readOrder(tx, first.account, orderId))).toMatchObject({ coupon: { code }, amountHao: 2_200_000 })
  const taken = await second.place(code)
  await within(second.account, tx => payOrder(tx, second.account, taken, now))
  expect(await within(second.account, tx => endOrder(tx, second.account, taken, { reason: 'expired', now }))).toBe('paid')
  expect(await usedCount(code)).toBe(1)
})

test('an unpaid order keeps its price when its coupon is stopped; staff see its users and its cost', async () => {
  const code = await coupon('WATCHED', { kind: 'percent', off: 10, minimumHao: 10_000 })
  const { account, place, buy } = await buyer()
  const orderId = await place(code)
  await buy(code, { now: new Date(now.getTime() + 1_000) })
  await platform(tx => stopCoupon(tx, code, now))
  expect((await within(account, tx => payableOrder(tx, account, orderId, now))).amountHao).toBe(2_160_000)
  const { rows } = await platform(tx => listCoupons(tx, { code, pageSize: 20, now }))
  expect(rows).toMatchObject([{ code, state: 'stopped', usedCount: 2, offHao: 240_000 }])
  expect((await platform(tx => listCoupons(tx, { state: 'running', code, pageSize: 20, now }))).rows).toEqual([])
  const uses = await platform(tx => listCouponUses(tx, code, { pageSize: 20 }))
  expect(uses.rows.map(row => [row.accountId === account, row.state, row.couponHao])).toEqual([
    [true, 'paid', 240_000],
    [true, 'waiting', 240_000],
  ])
})
