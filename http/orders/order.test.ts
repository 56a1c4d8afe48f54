import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallAnswerWire } from '#contract/call.ts'
import { arrearsText, orderCalls } from '#contract/orders/order.ts'
import { rechargeCalls } from '#contract/payments/recharge.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { allowDebt, recharge } from '#domain/ledger/credit.ts'
import { openLedgerAccounts } from '#domain/ledger/ledger-account.ts'
import { bookTransfers } from '#domain/ledger/transfer.ts'
import { setReceivingAccount } from '#domain/payments/bank-account.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type Payments, startPayments } from '#test/support/payments.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const database = prepareTestDatabase()
let started: Payments
let app: App
let base: string

beforeAll(async () => {
  started = await startPayments()
  const now = () => new Date()
  const payment = { gateways: started.gateways, simulator: started.url, publicUrl: null }
  app = await createCustomerApp({ db: database.db, secret: 'a secret of at least thirty-two characters', now, payment })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await started.close()
})

type One = CallAnswerWire<typeof orderCalls.one>
const wanted = { packageId: '3001', quantity: 1, expectedHao: 2_400_000 }

async function createBuyer({ role = 'owner', balanceHao = 0 } = {}) {
  const { account, memberId } = await createAccount(database.db)
  await asAccount(database.db, account, async tx => {
    await tx.updateTable('member').set({ role }).where('accountId', '=', account).execute()
    if (balanceHao > 0) await recharge(tx, account, { transferId: newId(), amountHao: balanceHao })
  })
  const cookie = await createSessionCookie(database.db, account, memberId)
  const ask = async <Answer>(where: string, body?: unknown, key = newId()) => {
    const headers = { cookie, ...(body ? { 'content-type': 'application/json', 'idempotency-key': key } : {}) }
    const answer = await fetch(base + where, { method: body ? 'POST' : 'GET', headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return { status: answer.status, body: (await answer.json()) as Answer & { error?: { code: string } } }
  }
  const one = async (orderId: string) => (await ask<One>(`${orderCalls.one.path}?orderId=${orderId}`)).body
  const create = async (paymentMethod: 'alipay' | 'wechat' | 'bank') =>
    (await ask<CallAnswerWire<typeof orderCalls.create>>(orderCalls.create.path, { ...wanted, paymentMethod })).body
  const wayOf = async (rechargeId: string | null) =>
    (await ask<CallAnswerWire<typeof rechargeCalls.one>>(`${rechargeCalls.one.path}?rechargeId=${rechargeId}`)).body
  return { account, ask, one, create, wayOf }
}

test.each(['alipay', 'wechat'] as const)('%s: a payment webhook completes the order, and the package is credited', async paymentMethod => {
  const { create, one, wayOf } = await createBuyer()
  const { orderId, rechargeId } = await create(paymentMethod)
  const { nextAction, tradeNumber } = await wayOf(rechargeId)
  if (nextAction?.kind === 'page') await fetch(nextAction.url)
  started.sim.webhookMode = 'double'
  expect(started.sim.pay(paymentMethod, tradeNumber)).toBe(true)
  await expect.poll(async () => (await one(orderId)).state, { timeout: 20_000 }).toBe('paid')
  expect(await one(orderId)).toMatchObject({ paymentMethod, grant: { leftCount: 5_000 }, memberName: expect.any(String) })
})

test('an order that is placed twice under one key is one order', async () => {
  const { ask } = await createBuyer()
  const key = newId()
  const made = await Promise.all(
    [1, 2, 3].map(() => ask<{ orderId: string }>(orderCalls.create.path, { ...wanted, paymentMethod: 'wechat' }, key)),
  )
  expect(new Set(made.map(answer => answer.body.orderId)).size).toBe(1)
})

test('a new payment method closes the first payment at its gateway; an order that was paid before is not paid twice', async () => {
  started.sim.webhookMode = 'none'
  const { ask, create, one, wayOf } = await createBuyer({ balanceHao: 10_000_000 })
  const first = await create('wechat')
  const { tradeNumber } = await wayOf(first.rechargeId)
  expect((await ask(orderCalls.pay.path, { orderId: first.orderId, paymentMethod: 'balance' })).body).toEqual({
    state: 'paid',
    rechargeId: null,
  })
  expect(started.sim.pay('wechat', tradeNumber)).toBe(false)
  const second = await create('wechat')
  started.sim.pay('wechat', (await wayOf(second.rechargeId)).tradeNumber)
  expect((await ask(orderCalls.pay.path, { orderId: second.orderId, paymentMethod: 'balance' })).body).toMatchObject({ state: 'paid' })
  expect(await one(second.orderId)).toMatchObject({ state: 'paid', paymentMethod: 'wechat' })
  const { availableHao } = (await ask<{ availableHao: number }>('/api/packages/remains')).body
  expect(availableHao).toBe(7_600_000)
})

test('an invalid order is refused with its reason: a changed price, an ended order, a changed sum', async () => {
  const { ask, create } = await createBuyer({ balanceHao: 2_400_000 })
  expect((await ask(orderCalls.create.path, { ...wanted, expectedHao: 1, paymentMethod: 'wechat' })).body.error?.code).toBe('price_changed')
  expect((await ask(orderCalls.create.path, { ...wanted, packageId: '77', paymentMethod: 'wechat' })).body.error?.code).toBe(
    'package_unavailable',
  )
  const { orderId } = await create('alipay')
  expect((await ask(orderCalls.cancel.path, { orderId })).body).toEqual({ state: 'cancelled' })
  for (const [call, more] of [
    [orderCalls.cancel, {}],
    [orderCalls.pay, { paymentMethod: 'balance' }],
    [orderCalls.requestRefund, { reason: '不再需要', expectedHao: 0 }],
    [orderCalls.withdrawRefund, {}],
  ] as const)
    expect((await ask(call.path, { orderId, ...more })).body.error?.code, call.path).toBe('state_forbids')
  const { body } = await ask<{ orderId: string }>('/api/packages/purchase', wanted)
  expect((await ask(orderCalls.requestRefund.path, { orderId: body.orderId, reason: '不再需要', expectedHao: 1 })).body.error?.code).toBe(
    'refund_changed',
  )
  const sum = await ask<CallAnswerWire<typeof orderCalls.refundSum>>(`${orderCalls.refundSum.path}?orderId=${body.orderId}`)
  expect(sum.body.sum).toMatchObject({ bar: null, rule: 'whole', amountHao: 2_400_000 })
  expect((await ask(orderCalls.requestRefund.path, { orderId: body.orderId, reason: '不再需要', expectedHao: 2_400_000 })).status).toBe(200)
  expect((await ask(orderCalls.withdrawRefund.path, { orderId: body.orderId })).body).toEqual({ state: 'paid' })
})

test('a read-only member sees the orders and buys nothing', async () => {
  const { ask } = await createBuyer({ role: 'viewer' })
  expect((await ask<CallAnswerWire<typeof orderCalls.list>>(orderCalls.list.path)).body.totals).toEqual({
    orderCount: 0,
    paidHao: 0,
    bonusHao: 0,
    refundedHao: 0,
  })
  expect((await ask(orderCalls.create.path, { ...wanted, paymentMethod: 'wechat' })).status).toBe(403)
})

test('an order by bank transfer needs a bank account to pay to, waits a week, and can be paid otherwise meanwhile', async () => {
  const { ask, one, create } = await createBuyer({ balanceHao: 2_400_000 })
  expect(await create('bank')).toMatchObject({ error: { code: 'payment_method_closed' } })
  const to = { holder: '鸿雁科技有限公司', accountNumber: '110060149018000123456', bank: '示例银行北京分行', bankCode: '301100000015' }
  await asPlatform(database.platformDb, tx => setReceivingAccount(tx, { ...to, staffId: null, now: new Date() }))
  const { orderId, rechargeId } = await create('bank')
  const order = await one(orderId)
  expect([rechargeId, order.state, order.paymentMethod]).toEqual([null, 'waiting', 'bank'])
  expect(Date.parse(order.expiresAt) - Date.parse(order.createdAt)).toBe(7 * 86_400_000)
  const pay = async (paymentMethod: string) =>
    (await ask<CallAnswerWire<typeof orderCalls.pay>>(orderCalls.pay.path, { orderId, paymentMethod })).body
  expect((await pay('wechat')).rechargeId).not.toBeNull()
  expect(await pay('bank')).toEqual({ state: 'waiting', rechargeId: null })
  expect((await one(orderId)).payments.map(payment => payment.state)).toEqual(['closed'])
  expect(await pay('balance')).toEqual({ state: 'paid', rechargeId: null })
})

test('an account in arrears pays them together with its order at the gateway, and the order completes', async () => {
  started.sim.webhookMode = 'none'
  const buyer = await createBuyer()
  const { ask, create, one, wayOf, account } = buyer
  const owe = (amountHao: number) =>
    asAccount(database.db, account, async tx => {
      await openLedgerAccounts(tx, account, null, 'cny')
      await allowDebt(tx, account, 5_000_000)
      const [from, to] = [{ purpose: 'available', grantId: null } as const, { purpose: 'outside', grantId: null } as const]
      const at = new Date()
      await bookTransfers(tx, account, [
        { transferId: newId(), from, to, amount: amountHao, kind: 'adjust', referenceId: newId(), remark: '补扣', at },
      ])
    })
  await owe(999_996)
  const { orderId, rechargeId } = await create('wechat')
  const first = await wayOf(rechargeId)
  expect(first.amountHao).toBe(2_400_000 + 1_000_000)
  expect(arrearsText(2_400_000, -999_996, 'wechat')).toBe('先还欠费 ¥100.00，共需支付 ¥340.00')
  expect(arrearsText(2_400_000, -999_996, 'bank')).toBe('先还欠费 ¥100.00，共需汇款 ¥340.00')
  expect([arrearsText(2_400_000, -999_996, 'balance'), arrearsText(2_400_000, 0, 'wechat')]).toEqual([null, null])
  // The arrears have grown: the open payment would be too small, and is replaced at its gateway.
  await owe(1_000_000)
  await ask(orderCalls.pay.path, { orderId, paymentMethod: 'wechat' })
  const { payments } = await one(orderId)
  const second = await wayOf(firstOrThrow(payments.filter(payment => payment.state === 'waiting')).rechargeId)
  expect(second.amountHao).toBe(2_400_000 + 2_000_000)
  expect(started.sim.pay('wechat', first.tradeNumber)).toBe(false)
  started.sim.webhookMode = 'double'
  expect(started.sim.pay('wechat', second.tradeNumber)).toBe(true)
  await expect.poll(async () => (await one(orderId)).state, { timeout: 20_000 }).toBe('paid')
})
