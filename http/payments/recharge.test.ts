import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallAnswerWire } from '#contract/call.ts'
import { type PaymentMethod, type rechargeCalls, rechargeReceiptRoute } from '#contract/payments/recharge.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type Payments, startPayments } from '#test/support/payments.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { newId } from '#values/id.ts'

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

type One = CallAnswerWire<typeof rechargeCalls.one>

async function createPayer() {
  const { account, memberId } = await createAccount(database.db)
  const cookie = await createSessionCookie(database.db, account, memberId)
  const ask = async (where: string, body?: unknown) => {
    const headers = { cookie, ...(body ? { 'content-type': 'application/json', 'idempotency-key': newId() } : {}) }
    const answer = await fetch(base + where, { method: body ? 'POST' : 'GET', headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  const begin = async (paymentMethod: PaymentMethod, amount = '123.45') => {
    const { rechargeId } = (await ask('/api/recharge/create', { paymentMethod, amount })).body as { rechargeId: string }
    return { rechargeId, one: async () => (await ask(`/api/recharge/one?rechargeId=${rechargeId}`)).body as One }
  }
  return { cookie, ask, begin }
}

test.each(['alipay', 'wechat'] as const)('%s: a payment webhook credits the balance', async paymentMethod => {
  const { begin } = await createPayer()
  const { one } = await begin(paymentMethod)
  const waiting = await one()
  if (waiting.nextAction?.kind === 'page') await fetch(waiting.nextAction.url)
  started.sim.webhookMode = 'double'
  expect(started.sim.pay(paymentMethod, waiting.tradeNumber)).toBe(true)
  await expect.poll(async () => (await one()).state, { timeout: 20_000 }).toBe('paid')
  expect(await one()).toMatchObject({ availableHao: 1_234_500, nextAction: null })
})

test('a paid recharge has a receipt document: for the account itself, and not before it is credited', async () => {
  const payer = await createPayer()
  const { rechargeId, one } = await payer.begin('wechat')
  const paper = (cookie: string) => fetch(`${base}${rechargeReceiptRoute.path}?rechargeId=${rechargeId}`, { headers: { cookie } })
  expect((await paper(payer.cookie)).status).toBe(409)
  started.sim.pay('wechat', (await one()).tradeNumber)
  await expect.poll(async () => (await one()).state, { timeout: 20_000 }).toBe('paid')
  const answer = await paper(payer.cookie)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect((await paper((await createPayer()).cookie)).status).toBe(404)
  expect((await paper('')).status).toBe(401)
})

test('a payment webhook without a valid signature is refused, in any form', async () => {
  const postWebhook = (paymentMethod: string, type: string, body: string) =>
    fetch(`${base}/pay/webhook/${paymentMethod}`, { method: 'POST', headers: { 'content-type': type }, body })
  const form = 'application/x-www-form-urlencoded'
  expect(
    (await postWebhook('alipay', form, 'out_trade_no=R1&trade_status=TRADE_SUCCESS&total_amount=1.00&sign_type=RSA2&sign=x')).status,
  ).toBe(400)
  expect((await postWebhook('alipay', 'application/json', '{}')).status).toBe(400)
  expect((await postWebhook('wechat', 'application/json', '{"event_type":"TRANSACTION.SUCCESS"}')).status).toBe(400)
  expect((await postWebhook('wechat', 'application/json', 'not json')).status).toBe(400)
  expect((await postWebhook('wechat', 'text/plain', '')).status).toBe(400)
  expect((await postWebhook('paypal', form, 'a=b')).status).toBe(404)
  expect((await postWebhook('alipay', form, 'a'.repeat(70_000))).status).toBe(413)
})

test('a sum that breaks the rule, a gateway that is not offered and a stranger are refused', async () => {
  const { ask, begin } = await createPayer()
  expect(await ask('/api/recharge/create', { paymentMethod: 'alipay', amount: '0.001' })).toMatchObject({
    status: 422,
    body: { error: { fields: { amount: '请输入0.01~9999999范围内的数字，最多两位小数' } } },
  })
  const { rechargeId } = await begin('wechat')
  const { ask: asStranger } = await createPayer()
  for (const act of ['check', 'cancel']) expect((await asStranger(`/api/recharge/${act}`, { rechargeId })).status).toBe(404)
  expect((await ask('/api/recharge/cancel', { rechargeId })).body).toEqual({ state: 'closed' })
  const without = await createCustomerApp({ db: database.db, secret: 'a secret of at least thirty-two characters', now: () => new Date() })
  await without.listen({ host: '127.0.0.1', port: 0 })
  const { account, memberId } = await createAccount(database.db)
  const cookie = await createSessionCookie(database.db, account, memberId)
  const headers = { cookie, 'idempotency-key': newId() }
  const refused = await without.inject({
    method: 'POST',
    url: '/api/recharge/create',
    headers,
    payload: { paymentMethod: 'alipay', amount: '1' },
  })
  expect(refused.json()).toMatchObject({ error: { code: 'payment_method_closed' } })
  await without.close()
})
