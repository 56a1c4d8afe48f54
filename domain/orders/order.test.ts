import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrderPaymentMethod } from '#contract/orders/order.ts'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { beginPayment, closeOrder, ordersToEnd } from '#domain/payments/order-payment.ts'
import { readRecharge, startGatewayPayment } from '#domain/payments/recharge.ts'
import { ingestPaymentWebhook, queryGateway } from '#domain/payments/settle-payment.ts'
import { GatewayFailed, type GatewayName, type PaymentGateway } from '#payment/gateway.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type Payments, startPayments } from '#test/support/payments.ts'
import { type AccountId, encodeId, newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import { payableOrder, payOrder, placeOrder } from './order.ts'
import { orderExport } from './order-export.ts'
import { listOrders, readOrder } from './order-list.ts'
import { purchasePackage } from './purchase.ts'

const database = prepareTestDatabase()
let started: Payments
let gateways: Payments['gateways']
beforeAll(async () => {
  started = await startPayments()
  gateways = started.gateways
})
afterAll(() => started.close())
beforeEach(() => {
  started.sim.webhookMode = 'none'
})

// 通用短信 5000条, for 240 yuan.
const packageId = '3001'
const priceHao = 2_400_000
const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const from = { webhookUrl: 'http://127.0.0.1:1/webhook', returnUrl: 'http://127.0.0.1:1/back' }
const within = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
const balance = async (account: AccountId) => (await within(account, tx => balancesOf(tx, account))).availableHao
const read = (account: AccountId, orderId: string) => within(account, tx => readOrder(tx, account, orderId))
const problems = (account: AccountId) => within(account, tx => verifyLedger(tx, account))
const messages = (account: AccountId) =>
  within(account, tx => tx.selectFrom('notification').select(['title', 'body']).where('accountId', '=', account).execute())

async function buyer(balanceHao = 0) {
  const { account, memberId } = await createAccount(database.db)
  if (balanceHao > 0) await within(account, tx => recharge(tx, account, { transferId: newId(), amountHao: balanceHao }))
  const place = (paymentMethod: OrderPaymentMethod = 'wechat', now = new Date()) =>
    within(account, tx => placeOrder(tx, account, { packageId, quantity: 1, expectedHao: priceHao, paymentMethod, memberId, now }))
  const begin = async (orderId: string, paymentMethod: GatewayName = 'wechat', now = new Date()) => {
    const { rechargeId } = await within(account, tx => beginPayment(tx, account, orderId, { paymentMethod, memberId, now }))
    await startGatewayPayment(database.db, account, rechargeId, getOrThrow(gateways, paymentMethod), from)
    const { tradeNumber, nextAction } = await within(account, tx => readRecharge(tx, account, rechargeId))
    if (nextAction?.kind === 'page') await (await fetch(nextAction.url)).text()
    return { rechargeId, tradeNumber }
  }
  return { account, memberId, place, begin }
}

async function postWebhook(paymentMethod: GatewayName, tradeNumber: string) {
  const { headers, body } = started.sim.webhookOf(started.sim.find(paymentMethod, tradeNumber)!, newId())
  return ingestPaymentWebhook(
    database.db,
    paymentMethod,
    await getOrThrow(gateways, paymentMethod).readWebhook({ headers, body }),
    body,
    new Date(),
  )
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

test('of a hundred concurrent purchases on a balance for ten, exactly ten succeed, each with its order, package and ledger line', async () => {
  const { account } = await buyer(10 * priceHao)
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, () =>
      refusalOf(within(account, tx => purchasePackage(tx, account, { packageId, quantity: 1, now: new Date() }))),
    ),
  )
  expect(outcomes.filter(one => one === 'done')).toHaveLength(10)
  expect(new Set(outcomes)).toEqual(new Set(['done', 'balance_insufficient']))
  expect(await balance(account)).toBe(0)
  const { rows, totals } = await within(account, tx => listOrders(tx, account, { pageSize: 100 }))
  expect(rows.map(row => row.state)).toEqual(Array.from({ length: 10 }, () => 'paid'))
  expect(totals).toEqual({ orderCount: 10, paidHao: 10 * priceHao, bonusHao: 0, refundedHao: 0 })
  expect((await within(account, tx => balancesOf(tx, account))).grants).toHaveLength(10)
  expect(await problems(account)).toEqual([])
})

test('after a clock that was ahead, an order, its number and its payment carry the time of their entry', async () => {
  const { account, place } = await buyer()
  const ahead = new Date('2027-03-02T01:00:00Z')
  await within(account, tx => recharge(tx, account, { transferId: newId(), amountHao: priceHao, at: ahead }))
  const orderId = await place('balance', new Date('2027-02-27T01:00:00Z'))
  await within(account, tx => payOrder(tx, account, orderId, new Date('2027-02-27T01:00:05Z')))
  const order = await read(account, orderId)
  expect(order).toMatchObject({ createdAt: ahead, paidAt: ahead })
  // It can be used by today's clock.
  expect((await within(account, tx => balancesOf(tx, account))).grants[0]?.startsAt).toEqual(new Date('2027-02-27T01:00:05Z'))
  expect(order.orderNumber).toMatch(/^D20270302/)
  const entries = await within(account, tx =>
    tx.selectFrom('transfer').select('at').where('accountId', '=', account).where('kind', '=', 'purchase').execute(),
  )
  expect(new Set(entries.map(entry => entry.at.getTime()))).toEqual(new Set([ahead.getTime()]))
})

test('an unpaid order is paid once by any number of concurrent payments', async () => {
  const { account, place } = await buyer(10 * priceHao)
  const orderId = await place('balance')
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => refusalOf(within(account, tx => payOrder(tx, account, orderId, new Date())))),
  )
  expect(outcomes.filter(one => one === 'done')).toHaveLength(1)
  expect(new Set(outcomes)).toEqual(new Set(['done', 'state_forbids']))
  expect(await balance(account)).toBe(9 * priceHao)
})

test('a refused payment leaves neither order nor package behind', async () => {
  const { account } = await buyer(priceHao - 100)
  const buy = within(account, tx => purchasePackage(tx, account, { packageId, quantity: 1, now: new Date() }))
  await expect(buy).rejects.toMatchObject({ code: 'balance_insufficient', facts: { missing: '¥0.01' } })
  const { rows } = await within(account, tx => listOrders(tx, account, { pageSize: 20 }))
  expect(rows).toEqual([])
  expect((await within(account, tx => balancesOf(tx, account))).grants).toEqual([])
})

test.each(['alipay', 'wechat'] as const)(
  '%s: what pays an order recharges and buys in one transaction, notified a hundred times at once',
  async paymentMethod => {
    const { account, place, begin } = await buyer()
    const orderId = await place(paymentMethod)
    const { tradeNumber, rechargeId } = await begin(orderId, paymentMethod)
    started.sim.pay(paymentMethod, tradeNumber)
    await Promise.all(Array.from({ length: 100 }, () => postWebhook(paymentMethod, tradeNumber)))
    expect(await balance(account)).toBe(0)
    const order = await read(account, orderId)
    expect(order).toMatchObject({
      state: 'paid',
      paymentMethod,
      amountHao: priceHao,
      grant: { segmentCount: 5_000, leftCount: 5_000 },
    })
    expect(order.payments).toMatchObject([{ rechargeId, state: 'paid' }])
    const lines = await within(account, tx =>
      tx
        .selectFrom('transfer')
        .select(['kind', 'amount'])
        .where('accountId', '=', account)
        .where('asset', '=', 'cny')
        .orderBy('entryNumber')
        .execute(),
    )
    expect(lines).toEqual([
      { kind: 'recharge', amount: priceHao },
      { kind: 'purchase', amount: priceHao },
    ])
    expect(await problems(account)).toEqual([])
  },
)

test('a started payment continues by the same payment method', async () => {
  const { place, begin } = await buyer()
  const orderId = await place()
  expect((await begin(orderId)).rechargeId).toBe((await begin(orderId)).rechargeId)
})

test('an order expires after thirty minutes together with its payment, at the gateway too', async () => {
  const { account, place, begin } = await buyer()
  const orderId = await place()
  const { tradeNumber, rechargeId } = await begin(orderId, 'wechat', minutes(20))
  const { expiresAt } = await read(account, orderId)
  expect((await within(account, tx => readRecharge(tx, account, rechargeId))).expiresAt).toEqual(expiresAt)
  const due = async (now: Date) => (await ordersToEnd(database.platformDb, now, 1_000)).some(one => one.orderId === orderId)
  expect(await due(minutes(29))).toBe(false)
  expect(await due(minutes(31))).toBe(true)
  expect(await closeOrder(database.db, account, orderId, { gateways, reason: 'expired', now: minutes(31) })).toBe('expired')
  expect(await due(minutes(31))).toBe(false)
  expect(started.sim.pay('wechat', tradeNumber)).toBe(false)
  expect(await refusalOf(within(account, tx => payableOrder(tx, account, orderId, minutes(31))))).toBe('state_forbids')
  expect(await read(account, orderId)).toMatchObject({ state: 'expired', grant: null, payments: [{ state: 'closed' }] })
})

test.each(['alipay', 'wechat'] as const)('%s: who paid before his order was cancelled has bought', async paymentMethod => {
  const { account, place, begin } = await buyer()
  const orderId = await place(paymentMethod)
  const { tradeNumber } = await begin(orderId, paymentMethod)
  started.sim.pay(paymentMethod, tradeNumber)
  expect(await closeOrder(database.db, account, orderId, { gateways, reason: 'cancelled', now: new Date() })).toBe('paid')
  expect(await balance(account)).toBe(0)
})

test('a payment for an expired order goes to the balance, and the customer is notified', async () => {
  const { account, place, begin } = await buyer()
  const orderId = await place()
  const { tradeNumber } = await begin(orderId)
  await closeOrder(database.db, account, orderId, { gateways, reason: 'cancelled', now: new Date() })
  // The gateway accepted the payment all the same: closing and payment crossed.
  started.sim.find('wechat', tradeNumber)!.state = 'waiting'
  started.sim.pay('wechat', tradeNumber)
  expect(await postWebhook('wechat', tradeNumber)).toBe('paid')
  expect(await read(account, orderId)).toMatchObject({ state: 'cancelled', grant: null })
  expect(await balance(account)).toBe(priceHao)
  expect(await messages(account)).toMatchObject([{ title: '付款已转入余额', body: expect.stringContaining('¥240.00') }])
  expect(await problems(account)).toEqual([])
})

test('a customer who pays twice by two gateways has one package and the second sum in the balance', async () => {
  const { account, place, begin } = await buyer()
  const orderId = await place()
  const first = await begin(orderId, 'wechat')
  const second = await begin(orderId, 'alipay')
  started.sim.pay('wechat', first.tradeNumber)
  started.sim.pay('alipay', second.tradeNumber)
  await Promise.all([postWebhook('wechat', first.tradeNumber), postWebhook('alipay', second.tradeNumber)])
  expect((await read(account, orderId)).state).toBe('paid')
  expect(await balance(account)).toBe(priceHao)
  expect(await messages(account)).toHaveLength(1)
})

test('concurrent payment, cancellation and expiry give one end; the money is in the package or the balance, never lost', async () => {
  const ends = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    const { account, place, begin } = await buyer()
    const orderId = await place()
    const { tradeNumber, rechargeId } = await begin(orderId)
    const close = (reason: 'cancelled' | 'expired') =>
      refusalOf(closeOrder(database.db, account, orderId, { gateways, reason, now: minutes(31) }))
    const acts = [
      async () => {
        if (started.sim.pay('wechat', tradeNumber)) await postWebhook('wechat', tradeNumber)
      },
      () => close('cancelled'),
      () => close('expired'),
      () => queryGateway(database.db, account, rechargeId, gateways, new Date()),
    ]
    await Promise.all([...acts.slice(round % 4), ...acts.slice(0, round % 4)].map(act => act()))
    // Whatever happened to the payment, the gateway's final webhook arrives eventually.
    if (started.sim.find('wechat', tradeNumber)?.state === 'paid') await postWebhook('wechat', tradeNumber)
    const { state, grant } = await read(account, orderId)
    const isPaid = started.sim.find('wechat', tradeNumber)?.state === 'paid'
    expect(['paid', 'cancelled', 'expired']).toContain(state)
    expect(grant !== null).toBe(state === 'paid')
    expect((await balance(account)) + (state === 'paid' ? priceHao : 0)).toBe(isPaid ? priceHao : 0)
    expect(await problems(account)).toEqual([])
    ends.add(state)
  }
  expect(ends.size).toBeGreaterThan(0)
})

test('an unavailable gateway leaves the order open until it answers', async () => {
  const away: PaymentGateway = {
    ...getOrThrow(gateways, 'wechat'),
    query: () => Promise.reject(new GatewayFailed('away')),
    close: () => Promise.reject(new GatewayFailed('away')),
  }
  const { account, place, begin } = await buyer()
  const orderId = await place()
  await begin(orderId)
  const close = (by: ReadonlyMap<GatewayName, PaymentGateway>) =>
    closeOrder(database.db, account, orderId, { gateways: by, reason: 'cancelled', now: new Date() })
  await expect(close(new Map([['wechat', away]]))).rejects.toThrow(GatewayFailed)
  expect((await read(account, orderId)).state).toBe('waiting')
  expect(await close(gateways)).toBe('cancelled')
})

test('a changed or withdrawn package must be ordered again; a payment made at the gateway meanwhile still counts', async () => {
  const { account, memberId, begin } = await buyer(1_000_000_000)
  const now = new Date()
  const insert = (version: number, priceHao: number) =>
    asPlatform(database.platformDb, tx =>
      tx
        .insertInto('packageVersion')
        .values({
          packageId: 5001,
          version,
          name: '试价',
          segmentCount: 100,
          priceHao,
          listPriceHao: 100_000,
          validityDays: 30,
          startsAt: now,
        })
        .execute(),
    )
  await asPlatform(database.platformDb, tx => tx.insertInto('smsPackage').values({ packageId: 5001, kind: 'general' }).execute())
  await insert(1, 50_000)
  const order = { packageId: '5001', quantity: 2, paymentMethod: 'wechat' as const, memberId, now }
  const place = (expectedHao: number) => within(account, tx => placeOrder(tx, account, { ...order, expectedHao }))
  const orderId = await place(100_000)
  expect(await read(account, orderId)).toMatchObject({ listHao: 200_000, discountHao: 100_000, amountHao: 100_000, name: '试价' })
  const { tradeNumber } = await begin(orderId)
  const dearer = await place(100_000)
  await insert(2, 60_000)
  expect(await refusalOf(place(100_000))).toBe('price_changed')
  expect(await refusalOf(within(account, tx => payableOrder(tx, account, dearer, now)))).toBe('price_changed')
  started.sim.pay('wechat', tradeNumber)
  expect(await postWebhook('wechat', tradeNumber)).toBe('paid')
  expect(await read(account, orderId)).toMatchObject({ state: 'paid', amountHao: 100_000, grant: { segmentCount: 200 } })
  await database.platformDb.updateTable('smsPackage').set({ onSale: false }).where('packageId', '=', 5001).execute()
  expect(await refusalOf(within(account, tx => payableOrder(tx, account, dearer, now)))).toBe('package_unavailable')
})

test('an account has at most ten unpaid orders; the list filters by state, product, payment method and number, newest first', async () => {
  const { account, place } = await buyer()
  const ids: string[] = []
  for (let count = 0; count < 10; count += 1) ids.push(await place(count % 2 === 0 ? 'wechat' : 'alipay'))
  expect(await refusalOf(place())).toBe('orders_waiting')
  const list = (filter: object) => within(account, tx => listOrders(tx, account, { pageSize: 6, ...filter }))
  const first = await list({})
  const second = await list({ cursor: first.nextCursor })
  expect([...first.rows, ...second.rows].map(row => row.orderId).reverse()).toEqual(ids)
  expect((await list({ paymentMethod: 'alipay' })).rows).toHaveLength(5)
  expect((await list({ product: 'link' })).rows).toEqual([])
  expect((await list({ state: 'paid' })).rows).toEqual([])
  expect((await list({ orderNumber: firstOrThrow(first.rows).orderNumber })).rows).toHaveLength(1)
  expect((await list({ orderNumber: encodeId('order', firstOrThrow(ids)) })).rows.map(row => row.orderId)).toEqual([ids[0]])
  expect((await list({ from: minutes(-5), until: minutes(5) })).totals.orderCount).toBe(10)
  expect((await list({ until: minutes(-5) })).totals.orderCount).toBe(0)
})

test('orders are listed by their sums, over the pages and with equal ones, the largest first', async () => {
  const { account, memberId } = await buyer()
  for (const quantity of [2, 5, 2, 1, 5, 3, 2])
    await within(account, tx =>
      placeOrder(tx, account, {
        packageId,
        quantity,
        expectedHao: quantity * priceHao,
        paymentMethod: 'wechat',
        memberId,
        now: new Date(),
      }),
    )
  for (const order of ['amount', 'list'] as const) {
    const seen: { orderId: string; quantity: number }[] = []
    let cursor: string | undefined
    do {
      const page = await within(account, tx => listOrders(tx, account, { order, pageSize: 2, cursor }))
      seen.push(...page.rows)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen.map(row => row.quantity)).toEqual([5, 5, 3, 2, 2, 2, 1])
    expect(new Set(seen.map(row => row.orderId)).size).toBe(7)
  }
})

test('the export of orders has every order of the list, and its sums', async () => {
  const { account, place } = await buyer(3 * priceHao)
  const now = new Date()
  for (let count = 0; count < 3; count += 1) await within(account, tx => purchasePackage(tx, account, { packageId, quantity: 1, now }))
  await place()
  const filter = orderExport.filter.parse({})
  const rows: unknown[][] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof orderExport.rows>> = await within(account, tx =>
      orderExport.rows(tx, account, filter, { after, limit: 3 }),
    )
    rows.push(...page.rows)
    after = page.last
  } while (after !== null)
  const { totals } = await within(account, tx => listOrders(tx, account, { pageSize: 1 }))
  const paid = orderExport.columns.findIndex(column => column.key === 'paid')
  expect(rows).toHaveLength(await within(account, tx => orderExport.count(tx, account, filter, 100)))
  expect(rows.reduce((sum, row) => sum + Number(row[paid] ?? 0), 0)).toBe(totals.paidHao)
  expect(rows.every(row => row.length === orderExport.columns.length)).toBe(true)
  expect(
    await within(account, tx => orderExport.describe(tx, account, orderExport.filter.parse({ state: 'paid', product: 'sms' }))),
  ).toEqual([
    ['状态', '已支付'],
    ['产品', '短信'],
  ])
})
