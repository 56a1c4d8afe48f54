import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OnlinePaymentMethod } from '#contract/payments/recharge.ts'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { GatewayFailed } from '#payment/gateway.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type Payments, startPayments } from '#test/support/payments.ts'
import { chinaDay } from '#values/china-time.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import { listDifferences, listStatementDays, resolveDifference } from './admin-reconciliation.ts'
import { approveWithdrawal } from './admin-withdrawal.ts'
import { creditFailed } from './failed-recharge.ts'
import { compareDay, daysToCompare, requestComparison } from './gateway-statement.ts'
import { createRecharge, readRecharge, startGatewayPayment } from './recharge.ts'
import { refundsToPoll, requestRefund } from './refund-settlement.ts'
import { queryGateway } from './settle-payment.ts'
import { createWithdrawal } from './withdrawal.ts'

const database = prepareTestDatabase()
let started: Payments
let gateways: Payments['gateways']
let staffId: string
beforeAll(async () => {
  started = await startPayments()
  started.sim.webhookMode = 'none'
  gateways = started.gateways
  const staff = { login: 'maker', name: '小周', role: 'finance', passwordHash: 'none', now: new Date() } as const
  staffId = (await within(tx => createStaff(tx, staff))).staffId
})
afterAll(() => started.close())

const within = <T>(work: (tx: Tx) => Promise<T>) => asPlatform(database.platformDb, work)
const from = { webhookUrl: 'http://127.0.0.1:1/webhook', returnUrl: 'http://127.0.0.1:1/back' }
const paymentMethods = ['alipay', 'wechat'] as const
const acting = () => ({ staffId, reason: '核对过', now: new Date() })

/** A payment of 100 yuan that both sides know, unless another sum is given. */
async function pay(paymentMethod: OnlinePaymentMethod, paidFen?: number) {
  const { account, memberId } = await createAccount(database.db)
  const input = { paymentMethod, amountHao: 1_000_000, memberId, now: new Date() }
  const rechargeId = await asAccount(database.db, account, tx => createRecharge(tx, account, input))
  await startGatewayPayment(database.db, account, rechargeId, getOrThrow(gateways, paymentMethod), from)
  const { tradeNumber, nextAction } = await asAccount(database.db, account, tx => readRecharge(tx, account, rechargeId))
  if (nextAction?.kind === 'page') await fetch(nextAction.url)
  started.sim.pay(paymentMethod, tradeNumber, paidFen)
  await queryGateway(database.db, account, rechargeId, gateways, new Date())
  return { account, memberId, rechargeId, tradeNumber }
}

async function giveBack({ account, memberId }: Awaited<ReturnType<typeof pay>>, amountHao: number) {
  const withdrawalId = await asAccount(database.db, account, tx =>
    createWithdrawal(tx, account, { amountHao, remark: '', memberId, now: new Date() }),
  )
  await within(tx => approveWithdrawal(tx, { account, withdrawalId, ...acting() }))
  for (let round = 0; round < 3; round += 1)
    for (const due of await refundsToPoll(database.platformDb, new Date(Date.now() + round * 3_600_000), 100))
      await requestRefund(database.db, due.account, due.refundId, gateways, new Date())
}

/** The day of all payments here, seen from the day after. */
const today = chinaDay(new Date())
const tomorrow = new Date(Date.now() + 86_400_000)
const compare = (paymentMethod: OnlinePaymentMethod, now = tomorrow) =>
  compareDay(database.platformDb, getOrThrow(gateways, paymentMethod), today, now)
const dayOf = async (paymentMethod: OnlinePaymentMethod) =>
  (await within(tx => listStatementDays(tx, { paymentMethod, pageSize: 10 }))).rows.find(row => row.day === today)
const open = async (paymentMethod: OnlinePaymentMethod, isResolved = false) =>
  (await within(tx => listDifferences(tx, { paymentMethod, day: today, isResolved, pageSize: 50 }))).rows

test.each(paymentMethods)('%s: payments and refunds that both sides know agree to the fen', async paymentMethod => {
  const paid = await pay(paymentMethod)
  await pay(paymentMethod)
  await giveBack(paid, 400_000)
  expect(await compare(paymentMethod)).toBe('agrees')
  const sums = { count: 3, paidHao: 2_000_000, refundedHao: 400_000 }
  expect(await dayOf(paymentMethod)).toMatchObject({
    state: 'agrees',
    ...{ theirCount: sums.count, theirPaidHao: sums.paidHao, theirRefundedHao: sums.refundedHao },
    ...{ ourCount: sums.count, ourPaidHao: sums.paidHao, ourRefundedHao: sums.refundedHao },
    openCount: 0,
  })
  expect(await open(paymentMethod)).toEqual([])
})

test.each(paymentMethods)(
  '%s: what one side alone knows, another sum and money that was not booked are each found, and gone when mended',
  async paymentMethod => {
    const lost = await pay(paymentMethod)
    const other = await pay(paymentMethod)
    const unbooked = await pay(paymentMethod, 4_321)
    const strange = { tradeNumber: `X${newId().slice(0, 8)}`, gatewayNumber: newId(), amountFen: 500, paidAtMs: Date.now() }
    started.sim.addPaid(paymentMethod, strange)
    const trade = (tradeNumber: string) => started.sim.find(paymentMethod, tradeNumber)!
    trade(lost.tradeNumber).paidAtMs = Date.parse('2020-01-01T00:00:00Z')
    trade(other.tradeNumber).amountFen = 10_001
    expect(await compare(paymentMethod)).toBe('differs')
    const found = async () =>
      Object.fromEntries((await open(paymentMethod)).map(row => [row.tradeNumber, [row.problem, row.ourHao, row.theirHao]]))
    expect(await found()).toEqual({
      [lost.tradeNumber]: ['ours_only', 1_000_000, null],
      [other.tradeNumber]: ['amount', 1_000_000, 1_000_100],
      [unbooked.tradeNumber]: ['unbooked', 432_100, 432_100],
      [strange.tradeNumber]: ['theirs_only', null, 50_000],
    })
    expect((await open(paymentMethod)).find(row => row.tradeNumber === other.tradeNumber)).toMatchObject({
      accountId: other.account,
      rechargeId: other.rechargeId,
    })
    trade(lost.tradeNumber).paidAtMs = Date.now()
    trade(other.tradeNumber).amountFen = 10_000
    await within(tx => creditFailed(tx, unbooked.account, { rechargeId: unbooked.rechargeId, ...acting() }))
    expect(await compare(paymentMethod)).toBe('differs')
    expect(Object.keys(await found())).toEqual([strange.tradeNumber])
    const left = firstOrThrow(await open(paymentMethod))
    await within(tx => resolveDifference(tx, { ...left, ...acting() }))
    expect(await dayOf(paymentMethod)).toMatchObject({ state: 'agrees', openCount: 0 })
    // What a person has resolved doesn't come up again, unless it changes.
    expect(await compare(paymentMethod)).toBe('agrees')
    trade(strange.tradeNumber).amountFen = 501
    expect(await compare(paymentMethod)).toBe('differs')
    expect(await found()).toEqual({ [strange.tradeNumber]: ['theirs_only', null, 50_100] })
    await expect(within(tx => resolveDifference(tx, { ...left, tradeNumber: 'nobody', ...acting() }))).rejects.toMatchObject({
      code: 'not_found',
    })
  },
)

test('a refund recorded on the other side of midnight still matches its line', async () => {
  const paid = await pay('wechat')
  await giveBack(paid, 100_000)
  const before = await open('wechat')
  await database.platformDb.updateTable('refund').set({ settledAt: tomorrow }).where('accountId', '=', paid.account).execute()
  await compare('wechat')
  expect(await open('wechat')).toEqual(before.map(row => ({ ...row })))
})

test("an unavailable statement is requested again, a compared one isn't", async () => {
  const away = { ...getOrThrow(gateways, 'alipay'), statement: () => Promise.reject(new GatewayFailed('not yet')) }
  const later = new Date(Date.now() + 3 * 86_400_000)
  const day = chinaDay(later.getTime() - 86_400_000)
  const atTen = new Date(`${chinaDay(later)}T10:00:00+08:00`)
  const due = async (now: Date) => (await daysToCompare(database.platformDb, ['alipay'], now)).map(one => one.day)
  expect(await due(new Date(atTen.getTime() - 1))).toEqual([])
  expect(await due(atTen)).toContain(day)
  expect(await compareDay(database.platformDb, away, day, atTen)).toBe('absent')
  expect((await within(tx => listStatementDays(tx, { state: 'absent', pageSize: 10 }))).rows).toMatchObject([{ day, trouble: 'not yet' }])
  expect(await due(new Date(atTen.getTime() + 1_000))).not.toContain(day)
  expect(await due(new Date(atTen.getTime() + 3_700_000))).toContain(day)
  expect(await compareDay(database.platformDb, getOrThrow(gateways, 'alipay'), day, atTen)).toBe('agrees')
  expect(await due(new Date(atTen.getTime() + 7_300_000))).not.toContain(day)
})

test('only past days can be compared', async () => {
  for (const day of [today, '2999-01-01', '2026-13-01'])
    await expect(within(tx => requestComparison(tx, { paymentMethod: 'alipay', day, now: new Date() }))).rejects.toMatchObject({
      code: 'day_not_over',
    })
  await within(tx => requestComparison(tx, { paymentMethod: 'alipay', day: '2026-01-01', now: new Date() }))
  expect((await within(tx => listStatementDays(tx, { state: 'asked', pageSize: 10 }))).rows).toMatchObject([{ day: '2026-01-01' }])
})
