import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OnlinePaymentMethod } from '#contract/payments/recharge.ts'
import { asAccount } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { GatewayFailed, type PaymentGateway } from '#payment/gateway.ts'
import { addMember, createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type Payments, startPayments } from '#test/support/payments.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, getOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { createRecharge, listRecharges, readRecharge, startGatewayPayment } from './recharge.ts'
import { closeRecharge, closeReplaced, ingestPaymentWebhook, queryGateway, rechargesToPoll } from './settle-payment.ts'

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

const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const from = { webhookUrl: 'http://127.0.0.1:1/webhook', returnUrl: 'http://127.0.0.1:1/back' }
const paymentMethods = ['alipay', 'wechat'] as const

/** An account with a started payment of 123.45 yuan, up to the gateway's cashier page. */
async function begin(paymentMethod: OnlinePaymentMethod = 'wechat') {
  const { account, memberId } = await createAccount(database.db)
  const { rechargeId, tradeNumber } = await beginMore(account, memberId, paymentMethod)
  return { account, memberId, rechargeId, tradeNumber }
}

async function beginMore(account: AccountId, memberId: string, paymentMethod: OnlinePaymentMethod) {
  const input = { paymentMethod, amountHao: 1_234_500, memberId, now: new Date() }
  const rechargeId = await asAccount(database.db, account, tx => createRecharge(tx, account, input))
  await startGatewayPayment(database.db, account, rechargeId, getOrThrow(gateways, paymentMethod), from)
  const { tradeNumber, nextAction } = await read(account, rechargeId)
  if (nextAction?.kind === 'page') expect((await fetch(nextAction.url)).status).toBe(200)
  return { rechargeId, tradeNumber }
}

const read = (account: AccountId, rechargeId: string) => asAccount(database.db, account, tx => readRecharge(tx, account, rechargeId))
const balance = async (account: AccountId) => (await asAccount(database.db, account, tx => balancesOf(tx, account))).availableHao

async function postWebhook(paymentMethod: OnlinePaymentMethod, tradeNumber: string, webhookId = 'n1') {
  const { headers, body } = started.sim.webhookOf(started.sim.find(paymentMethod, tradeNumber)!, `${tradeNumber}${webhookId}`)
  return ingestPaymentWebhook(
    database.db,
    paymentMethod,
    await getOrThrow(gateways, paymentMethod).readWebhook({ headers, body }),
    body,
    new Date(),
  )
}

test.each(paymentMethods)('%s: a payment counts once, even when its webhook arrives a hundred times at once', async paymentMethod => {
  const { account, rechargeId, tradeNumber } = await begin(paymentMethod)
  started.sim.pay(paymentMethod, tradeNumber)
  const states = await Promise.all(
    Array.from({ length: 100 }, (_, index) => postWebhook(paymentMethod, tradeNumber, index % 2 ? 'n1' : `n${index}`)),
  )
  expect(new Set(states)).toEqual(new Set(['paid']))
  expect(await balance(account)).toBe(1_234_500)
  expect(await read(account, rechargeId)).toMatchObject({ state: 'paid', nextAction: null, amountHao: 1_234_500 })
  expect((await read(account, rechargeId)).gatewayNumber).toBe(started.sim.find(paymentMethod, tradeNumber)?.gatewayNumber)
  await asAccount(database.db, account, tx => verifyLedger(tx, account))
})

test.each(paymentMethods)(
  '%s: a payment without a webhook is found by polling, and counts once even if the webhook comes late',
  async paymentMethod => {
    const { account, rechargeId, tradeNumber } = await begin(paymentMethod)
    const unpaid = paymentMethod === 'alipay' ? 'paying' : 'waiting'
    expect(await queryGateway(database.db, account, rechargeId, gateways, new Date())).toBe(unpaid)
    expect((await read(account, rechargeId)).state).toBe(unpaid)
    started.sim.pay(paymentMethod, tradeNumber)
    expect(await queryGateway(database.db, account, rechargeId, gateways, new Date())).toBe('paid')
    expect(await postWebhook(paymentMethod, tradeNumber)).toBe('paid')
    expect(await queryGateway(database.db, account, rechargeId, gateways, minutes(60))).toBe('paid')
    expect(await balance(account)).toBe(1_234_500)
  },
)

test.each(paymentMethods)('%s: an unpaid attempt is closed at its deadline, at the gateway too', async paymentMethod => {
  const { account, rechargeId, tradeNumber } = await begin(paymentMethod)
  expect(await queryGateway(database.db, account, rechargeId, gateways, minutes(14))).toBe(
    paymentMethod === 'alipay' ? 'paying' : 'waiting',
  )
  expect(await queryGateway(database.db, account, rechargeId, gateways, minutes(16))).toBe('closed')
  expect(await read(account, rechargeId)).toMatchObject({ state: 'closed', closeReason: 'expired', nextAction: null })
  expect(started.sim.pay(paymentMethod, tradeNumber)).toBe(false)
  expect(await balance(account)).toBe(0)
})

test.each(paymentMethods)('%s: a payment at the moment of closing is booked', async paymentMethod => {
  const { account, rechargeId, tradeNumber } = await begin(paymentMethod)
  started.sim.pay(paymentMethod, tradeNumber)
  expect(await closeRecharge(database.db, account, rechargeId, gateways, { reason: 'cancelled', now: new Date() })).toBe('paid')
  expect(await balance(account)).toBe(1_234_500)
})

test('a page that the payer never opened is closed without the gateway knowing of it', async () => {
  const { account, memberId } = await createAccount(database.db)
  const input = { paymentMethod: 'alipay' as const, amountHao: 100, memberId, now: new Date() }
  const rechargeId = await asAccount(database.db, account, tx => createRecharge(tx, account, input))
  await startGatewayPayment(database.db, account, rechargeId, getOrThrow(gateways, 'alipay'), from)
  expect(await closeRecharge(database.db, account, rechargeId, gateways, { reason: 'cancelled', now: new Date() })).toBe('closed')
})

test("a member's new payment closes the member's earlier one at its gateway; an earlier paid one is booked, those of others stay", async () => {
  const { account, memberId, rechargeId, tradeNumber } = await begin('wechat')
  const paid = await beginMore(account, memberId, 'wechat')
  const others = await beginMore(account, await addMember(database.db, account), 'wechat')
  started.sim.pay('wechat', paid.tradeNumber)
  const newest = await beginMore(account, memberId, 'alipay')
  await closeReplaced(database.db, account, newest.rechargeId, { memberId, gateways, now: new Date() })
  expect(await read(account, rechargeId)).toMatchObject({ state: 'closed', closeReason: 'replaced' })
  expect(started.sim.pay('wechat', tradeNumber)).toBe(false)
  expect((await read(account, paid.rechargeId)).state).toBe('paid')
  for (const one of [others, newest]) expect((await read(account, one.rechargeId)).state).toBe('waiting')
})

test('a payment after the deadline is not lost', async () => {
  const { account, rechargeId, tradeNumber } = await begin()
  await closeRecharge(database.db, account, rechargeId, gateways, { reason: 'cancelled', now: new Date() })
  // The gateway accepted the payment all the same: closing and payment crossed.
  started.sim.find('wechat', tradeNumber)!.state = 'waiting'
  started.sim.pay('wechat', tradeNumber)
  expect(await postWebhook('wechat', tradeNumber)).toBe('paid')
  expect(await read(account, rechargeId)).toMatchObject({ state: 'paid', closeReason: null })
  expect(await balance(account)).toBe(1_234_500)
})

test.each(paymentMethods)('%s: a differing sum books nothing and is left to staff', async paymentMethod => {
  const { account, rechargeId, tradeNumber } = await begin(paymentMethod)
  started.sim.pay(paymentMethod, tradeNumber, 1)
  expect(await postWebhook(paymentMethod, tradeNumber)).toBe('failed')
  expect(await postWebhook(paymentMethod, tradeNumber, 'n2')).toBe('failed')
  expect(await queryGateway(database.db, account, rechargeId, gateways, minutes(60))).toBe('failed')
  expect(await balance(account)).toBe(0)
})

test('a payment webhook about an unknown trade, or from the other gateway, changes nothing', async () => {
  const { account, tradeNumber } = await begin('wechat')
  started.sim.pay('wechat', tradeNumber)
  const webhook = { webhookId: 'n1', trade: (await getOrThrow(gateways, 'wechat').query(tradeNumber))! }
  expect(await ingestPaymentWebhook(database.db, 'alipay', webhook, '', new Date())).toBeNull()
  const stranger = { webhookId: 'n2', trade: { ...webhook.trade, tradeNumber: 'R1' } }
  expect(await ingestPaymentWebhook(database.db, 'wechat', stranger, '', new Date())).toBeNull()
  expect(await ingestPaymentWebhook(database.db, 'wechat', { webhookId: 'n3', trade: null }, '', new Date())).toBeNull()
  expect(await balance(account)).toBe(0)
})

test('an unavailable gateway closes an attempt that could not start, and leaves a started one open', async () => {
  const away: PaymentGateway = {
    ...getOrThrow(gateways, 'wechat'),
    pay: () => Promise.reject(new GatewayFailed('away')),
    query: () => Promise.reject(new GatewayFailed('away')),
    close: () => Promise.reject(new GatewayFailed('away')),
  }
  const { account, memberId, rechargeId } = await begin()
  const absent = new Map([['wechat' as const, away]])
  await expect(queryGateway(database.db, account, rechargeId, absent, new Date())).rejects.toThrow(GatewayFailed)
  await expect(queryGateway(database.db, account, rechargeId, absent, minutes(60))).rejects.toThrow(GatewayFailed)
  expect((await read(account, rechargeId)).state).toBe('waiting')
  const input = { paymentMethod: 'wechat' as const, amountHao: 100, memberId, now: new Date() }
  const never = await asAccount(database.db, account, tx => createRecharge(tx, account, input))
  await startGatewayPayment(database.db, account, never, away, from)
  expect(await read(account, never)).toMatchObject({ state: 'closed', closeReason: 'unavailable' })
})

test('the gateway is polled after 10 and 30 seconds, 2 and 10 minutes and at the deadline, and not after it', async () => {
  const { account, rechargeId } = await begin()
  const { createdAt } = await read(account, rechargeId)
  const asked: number[] = []
  for (let second = 1; second <= 1_000; second += 1) {
    const now = new Date(createdAt.getTime() + second * 1_000)
    const due = await rechargesToPoll(database.platformDb, now, 1_000)
    if (!due.some(one => one.rechargeId === rechargeId)) continue
    asked.push(second)
    await queryGateway(database.platformDb, account, rechargeId, gateways, now)
  }
  expect(asked).toEqual([10, 30, 120, 600, 900])
})

test('an account has at most twenty attempts; they are listed newest first, of one account only', async () => {
  const { account, memberId } = await createAccount(database.db)
  const ids: string[] = []
  for (let count = 0; count < 20; count += 1)
    ids.push((await beginMore(account, memberId, itemOrThrow(paymentMethods, count % 2))).rechargeId)
  await expect(beginMore(account, memberId, 'alipay')).rejects.toMatchObject({ code: 'recharges_waiting' })
  await closeRecharge(database.db, account, firstOrThrow(ids), gateways, { reason: 'cancelled', now: new Date() })
  await beginMore(account, memberId, 'alipay')
  const list = (filter: object) => asAccount(database.db, account, tx => listRecharges(tx, account, { pageSize: 15, ...filter }))
  const first = await list({})
  const second = await list({ cursor: first.nextCursor })
  expect([first.rows.length, second.rows.length, second.nextCursor]).toEqual([15, 6, null])
  expect(
    [...first.rows, ...second.rows]
      .map(row => row.rechargeId)
      .slice(1)
      .reverse(),
  ).toEqual(ids)
  expect((await list({ state: 'closed' })).rows.map(row => row.rechargeId)).toEqual([ids[0]])
  const { tradeNumber } = itemOrThrow(first.rows, 3)
  expect((await list({ tradeNumber })).rows).toHaveLength(1)
})
