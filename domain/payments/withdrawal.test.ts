import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OnlinePaymentMethod } from '#contract/payments/recharge.ts'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { decideApproval, listApprovals } from '#domain/approvals/decision.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { bookTransfers } from '#domain/ledger/transfer.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type Payments, startPayments } from '#test/support/payments.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import {
  abandon,
  approveWithdrawal,
  listAllWithdrawals,
  notePayment,
  payByHand,
  rejectWithdrawal,
  retryRefund,
  withdrawalQueue,
} from './admin-withdrawal.ts'
import { creditFailed, returnFailed } from './failed-recharge.ts'
import { createRecharge, readRecharge, startGatewayPayment } from './recharge.ts'
import { refundsToPoll, requestRefund } from './refund-settlement.ts'
import { queryGateway } from './settle-payment.ts'
import { cancelWithdrawal, createWithdrawal, quoteWithdrawal, readWithdrawal, setPayout } from './withdrawal.ts'

const database = prepareTestDatabase()
let started: Payments
let gateways: Payments['gateways']
let staffId: string
let checker: string
beforeAll(async () => {
  started = await startPayments()
  gateways = started.gateways
  const addStaff = (login: string) =>
    within(tx => createStaff(tx, { login, name: login, role: 'finance', passwordHash: 'none', now: new Date() }))
  staffId = (await addStaff('maker')).staffId
  checker = (await addStaff('checker')).staffId
})
afterAll(() => started.close())
beforeEach(() => {
  started.sim.webhookMode = 'none'
  started.sim.refundMode = 'normal'
})

const from = { webhookUrl: 'http://127.0.0.1:1/webhook', returnUrl: 'http://127.0.0.1:1/back' }
const within = <T>(work: (tx: Tx) => Promise<T>) => asPlatform(database.platformDb, work)
const own = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
const balances = async (account: AccountId) => {
  const { availableHao, heldHao } = await own(account, tx => balancesOf(tx, account))
  return [availableHao, heldHao]
}
const yuan = (count: number) => count * 10_000
const acting = () => ({ staffId, reason: '客户申请', now: new Date() })

/** An account with recharges of these yuan, the last one the newest, known to the gateways. */
async function customer(...recharges: [OnlinePaymentMethod, number][]) {
  const { account, memberId } = await createAccount(database.db)
  const trades: { rechargeId: string; tradeNumber: string; paymentMethod: OnlinePaymentMethod }[] = []
  for (const [paymentMethod, amount] of recharges) trades.push(await pay(account, memberId, paymentMethod, amount))
  const refundsAt = (place: number) => {
    const { paymentMethod, tradeNumber } = trades[place]!
    return started.sim
      .find(paymentMethod, tradeNumber)!
      .refunds.filter(one => one.state === 'done')
      .map(one => one.amountFen)
  }
  const ask = (amount: number) =>
    own(account, tx => createWithdrawal(tx, account, { amountHao: yuan(amount), remark: '', memberId, now: new Date() }))
  const read = (withdrawalId: string) => own(account, tx => readWithdrawal(tx, account, withdrawalId))
  return { account, memberId, trades, refundsAt, ask, read }
}

async function pay(account: AccountId, memberId: string, paymentMethod: OnlinePaymentMethod, amount: number, paidFen?: number) {
  const input = { paymentMethod, amountHao: yuan(amount), memberId, now: new Date() }
  const rechargeId = await own(account, tx => createRecharge(tx, account, input))
  await startGatewayPayment(database.db, account, rechargeId, getOrThrow(gateways, paymentMethod), from)
  const { tradeNumber, nextAction } = await own(account, tx => readRecharge(tx, account, rechargeId))
  if (nextAction?.kind === 'page') await fetch(nextAction.url)
  started.sim.pay(paymentMethod, tradeNumber, paidFen)
  await queryGateway(database.db, account, rechargeId, gateways, new Date())
  // The newest payment is refunded first; ids order two of the same second.
  return { rechargeId, tradeNumber, paymentMethod }
}

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
/** Runs the job: polls every due refund of the account until none is left. */
async function settleAll(account: AccountId, now = new Date()) {
  for (let round = 0; round < 5; round += 1) {
    const at = new Date(now.getTime() + round * 3_600_000)
    const due = (await refundsToPoll(database.platformDb, at, 1_000)).filter(one => one.account === account)
    for (const { refundId } of due) await requestRefund(database.db, account, refundId, gateways, at)
  }
}
const approve = (account: AccountId, withdrawalId: string) => within(tx => approveWithdrawal(tx, { account, withdrawalId, ...acting() }))
const problems = (account: AccountId) => own(account, tx => verifyLedger(tx, account))

test('a withdrawal refunds the newest recharges first, by their own method, and leaves the balance', async () => {
  const { account, refundsAt, ask, read } = await customer(['alipay', 100], ['wechat', 50], ['alipay', 30])
  const withdrawalId = await ask(100)
  expect(await balances(account)).toEqual([yuan(80), yuan(100)])
  expect(await problems(account)).toEqual([])
  expect(await approve(account, withdrawalId)).toBe('refunding')
  await settleAll(account)
  expect((await read(withdrawalId)).state).toBe('done')
  expect((await read(withdrawalId)).refunds.map(refund => [refund.paymentMethod, refund.amountHao, refund.state])).toEqual([
    ['alipay', yuan(30), 'done'],
    ['wechat', yuan(50), 'done'],
    ['alipay', yuan(20), 'done'],
  ])
  expect([refundsAt(0), refundsAt(1), refundsAt(2)]).toEqual([[2_000], [5_000], [3_000]])
  expect(await balances(account)).toEqual([yuan(80), 0])
  expect(await problems(account)).toEqual([])
})

test("a withdrawal can't exceed the balance, the recharges, or what isn't owed an invoice", async () => {
  const { account, ask } = await customer(['alipay', 100])
  await expect(ask(100.01)).rejects.toMatchObject({ code: 'withdrawal_exceeds' })
  await own(account, tx =>
    bookTransfers(tx, account, [
      {
        transferId: newId(),
        from: { purpose: 'available', grantId: null },
        to: { purpose: 'spent', grantId: null },
        amount: 123_456,
        kind: 'post',
        product: 'sms',
      },
    ]),
  )
  // Whole fen are refunded: fractions stay.
  const quote = await own(account, tx => quoteWithdrawal(tx, account, null, new Date()))
  expect(quote).toMatchObject({ availableHao: 876_544, owedHao: 0, withdrawableHao: 876_500, refundableHao: yuan(100) })
  expect(await own(account, tx => quoteWithdrawal(tx, account, null, later(366 * 24 * 60)))).toMatchObject({
    withdrawableHao: 0,
    pieces: [],
  })
})

test("an amount that is owed an invoice can't be withdrawn", async () => {
  const { account } = await customer(['wechat', 100])
  const book = (kind: 'purchase' | 'refund', orderId: string) =>
    own(account, tx =>
      bookTransfers(tx, account, [
        {
          transferId: newId(),
          from: { purpose: kind === 'purchase' ? 'available' : 'spent', grantId: null },
          to: { purpose: kind === 'purchase' ? 'spent' : 'available', grantId: null },
          amount: yuan(40),
          kind,
          product: 'sms',
          referenceId: orderId,
        },
      ]),
    )
  const orderId = newId()
  await book('purchase', orderId)
  // It is invoiced, and then refunded.
  const rateBp = (
    await database.db
      .selectFrom('taxRule')
      .select('rateBp')
      .where('product', '=', 'sms')
      .orderBy('startsAt', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).rateBp
  const move = (kind: 'request' | 'issue', source: 'available' | 'held', target: 'held' | 'spent') =>
    own(account, tx =>
      bookTransfers(tx, account, [
        {
          transferId: newId(),
          from: { purpose: source, grantId: null, rateBp },
          to: { purpose: target, grantId: null, rateBp },
          amount: yuan(40),
          kind,
        },
      ]),
    )
  await move('request', 'available', 'held')
  await move('issue', 'held', 'spent')
  await book('refund', orderId)
  expect(await own(account, tx => quoteWithdrawal(tx, account, null, new Date()))).toMatchObject({
    availableHao: yuan(100),
    owedHao: yuan(40),
    withdrawableHao: yuan(60),
  })
})

test.each(['alipay', 'wechat'] as const)(
  '%s: a refund whose answer is lost is asked for again under the same number and paid once',
  async paymentMethod => {
    const { account, refundsAt, ask, read } = await customer([paymentMethod, 100])
    const withdrawalId = await ask(60)
    await approve(account, withdrawalId)
    started.sim.refundMode = 'lost'
    const refund = firstOrThrow((await read(withdrawalId)).refunds)
    expect(await requestRefund(database.db, account, refund.refundId, gateways, new Date())).toBe('asking')
    expect((await read(withdrawalId)).refunds[0]).toMatchObject({ state: 'asking', trouble: expect.any(String) })
    expect(await balances(account)).toEqual([yuan(40), yuan(60)])
    started.sim.refundMode = 'normal'
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => requestRefund(database.db, account, refund.refundId, gateways, new Date())),
    )
    expect(new Set(outcomes)).toEqual(new Set(['done']))
    expect(refundsAt(0)).toEqual([6_000])
    expect(await balances(account)).toEqual([yuan(40), 0])
    expect(await problems(account)).toEqual([])
  },
)

test('an undecided refund is polled until it is done, at growing intervals', async () => {
  const { account, ask, read } = await customer(['wechat', 10])
  const withdrawalId = await ask(10)
  await approve(account, withdrawalId)
  started.sim.refundMode = 'stuck'
  const refund = firstOrThrow((await read(withdrawalId)).refunds)
  const begun = Date.now()
  const asked: number[] = []
  for (let second = 1; second <= 10_000; second += 1) {
    const now = new Date(begun + second * 1_000)
    if (!(await refundsToPoll(database.platformDb, now, 1_000)).some(one => one.refundId === refund.refundId)) second += 4
    else {
      asked.push(second)
      await requestRefund(database.db, account, refund.refundId, gateways, now)
    }
  }
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.length).toBeLessThan(10)
  started.sim.refundMode = 'normal'
  await settleAll(account, later(24 * 60))
  expect((await read(withdrawalId)).state).toBe('done')
})

test.each(['alipay', 'wechat'] as const)('%s: what can not go back is paid by bank to the same name, noted once', async paymentMethod => {
  const { account, ask, read } = await customer([paymentMethod, 100])
  const withdrawalId = await ask(100)
  await approve(account, withdrawalId)
  started.sim.refundMode = 'refused'
  await settleAll(account)
  const abnormal = await read(withdrawalId)
  expect(abnormal).toMatchObject({ state: 'abnormal', payout: null })
  const { refundId } = firstOrThrow(abnormal.refunds)
  await expect(within(tx => payByHand(tx, account, refundId, new Date()))).rejects.toMatchObject({ code: 'state_forbids' })
  await own(account, tx => setPayout(tx, account, withdrawalId, { payoutNumber: '6222020000001', payoutBank: '示例银行' }))
  expect((await read(withdrawalId)).payout).toEqual({ holder: abnormal.attestedName, number: '6222020000001', bank: '示例银行' })
  const queued = async () => {
    const { rows } = await listAllWithdrawals(database.platformDb, { view: 'abnormal', pageSize: 100 })
    expect((await withdrawalQueue(database.platformDb)).abnormalCount).toBe(rows.length)
    return rows.some(row => row.withdrawalId === withdrawalId)
  }
  expect(await queued()).toBe(true)
  await within(tx => payByHand(tx, account, refundId, new Date()))
  expect(await queued()).toBe(true)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => within(tx => notePayment(tx, account, refundId, { bankSerial: 'OUT1', now: new Date() }))),
  )
  expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(1)
  expect(await read(withdrawalId)).toMatchObject({ state: 'done', refunds: [{ state: 'done', bankSerial: 'OUT1' }] })
  expect(await balances(account)).toEqual([0, 0])
  expect(await problems(account)).toEqual([])
})

test('a failed refund is retried, or becomes available again, as staff decide', async () => {
  const { account, refundsAt, ask, read } = await customer(['wechat', 20], ['alipay', 30])
  const withdrawalId = await ask(50)
  await approve(account, withdrawalId)
  started.sim.refundMode = 'refused'
  await settleAll(account)
  const byPaymentMethod = async (paymentMethod: string) =>
    firstOrThrow((await read(withdrawalId)).refunds.filter(refund => refund.paymentMethod === paymentMethod)).refundId
  started.sim.refundMode = 'normal'
  await within(async tx => retryRefund(tx, account, await byPaymentMethod('alipay'), new Date()))
  await settleAll(account)
  expect((await read(withdrawalId)).state).toBe('abnormal')
  expect(await within(async tx => abandon(tx, account, await byPaymentMethod('wechat'), new Date()))).toBe(yuan(20))
  expect(await read(withdrawalId)).toMatchObject({ state: 'done', refundedHao: yuan(30) })
  expect(refundsAt(1)).toEqual([3_000])
  expect(await balances(account)).toEqual([yuan(20), 0])
  expect(await problems(account)).toEqual([])
})

test('a cancelled or rejected withdrawal makes the money available again for another', async () => {
  const { account, ask, read } = await customer(['alipay', 100])
  const first = await ask(100)
  await expect(ask(0.01)).rejects.toMatchObject({ code: 'withdrawal_exceeds' })
  await own(account, tx => cancelWithdrawal(tx, account, first, new Date()))
  const second = await ask(100)
  await within(tx => rejectWithdrawal(tx, { account, withdrawalId: second, ...acting() }))
  expect(await read(second)).toMatchObject({ state: 'rejected', reason: '客户申请' })
  await expect(approve(account, second)).rejects.toMatchObject({ code: 'state_forbids' })
  expect(await balances(account)).toEqual([yuan(100), 0])
  expect(await problems(account)).toEqual([])
})

test('concurrent refunds of a recharge never exceed its sum', async () => {
  const { account, refundsAt, ask } = await customer(['wechat', 100])
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => ask(30)))
  const made = outcomes.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  expect(made).toHaveLength(3)
  for (const withdrawalId of made) await approve(account, withdrawalId)
  await settleAll(account)
  expect(refundsAt(0)).toEqual([3_000, 3_000, 3_000])
  expect(await balances(account)).toEqual([yuan(10), 0])
  await expect(
    own(account, tx =>
      tx
        .updateTable('recharge')
        .set({ refundedHao: yuan(101) })
        .where('accountId', '=', account)
        .execute(),
    ),
  ).rejects.toThrow('recharge_refunded')
})

test('a large withdrawal needs a second person; declined, it waits again', async () => {
  const { account, ask, read } = await customer(['alipay', 60_000])
  const withdrawalId = await ask(50_001)
  expect(await approve(account, withdrawalId)).toBe('approving')
  await expect(own(account, tx => cancelWithdrawal(tx, account, withdrawalId, new Date()))).rejects.toMatchObject({ code: 'state_forbids' })
  const decide = async (decision: 'approved' | 'rejected') => {
    const { rows } = await within(tx => listApprovals(tx, { pageSize: 10, state: 'waiting' }, checker))
    const { approvalId, payloadHash } = firstOrThrow(rows.filter(row => row.accountId === account))
    await within(tx => decideApproval(tx, { approvalId, payloadHash, decision, answer: '再看', staffId: checker, now: new Date() }))
  }
  await decide('rejected')
  expect((await read(withdrawalId)).state).toBe('reviewing')
  await approve(account, withdrawalId)
  await decide('approved')
  await settleAll(account)
  expect((await read(withdrawalId)).state).toBe('done')
  expect(await balances(account)).toEqual([yuan(9_999), 0])
})

test.each(['alipay', 'wechat'] as const)(
  '%s: another sum than was asked for is booked as it came, or sent back, once',
  async paymentMethod => {
    const { account, memberId } = await customer()
    const credited = await pay(account, memberId, paymentMethod, 100, 12_345)
    const sentBack = await pay(account, memberId, paymentMethod, 100, 777)
    expect(await balances(account)).toEqual([0, 0])
    const read = (rechargeId: string) => own(account, tx => readRecharge(tx, account, rechargeId))
    expect((await read(credited.rechargeId)).state).toBe('failed')
    const credits = await Promise.allSettled(
      Array.from({ length: 10 }, () => within(tx => creditFailed(tx, account, { rechargeId: credited.rechargeId, ...acting() }))),
    )
    expect(credits.filter(one => one.status === 'fulfilled').map(one => one.value)).toEqual([1_234_500])
    expect(await balances(account)).toEqual([1_234_500, 0])
    started.sim.refundMode = 'refused'
    await within(tx => returnFailed(tx, account, { rechargeId: sentBack.rechargeId, ...acting() }))
    await expect(within(tx => creditFailed(tx, account, { rechargeId: sentBack.rechargeId, ...acting() }))).rejects.toMatchObject({
      code: 'state_forbids',
    })
    await settleAll(account)
    expect((await read(sentBack.rechargeId)).state).toBe('failed')
    started.sim.refundMode = 'normal'
    await within(tx => returnFailed(tx, account, { rechargeId: sentBack.rechargeId, ...acting() }))
    await settleAll(account)
    expect((await read(sentBack.rechargeId)).state).toBe('returned')
    expect(await balances(account)).toEqual([1_234_500, 0])
    // Whatever arrived can be withdrawn.
    expect(await own(account, tx => quoteWithdrawal(tx, account, null, new Date()))).toMatchObject({ withdrawableHao: 1_234_500 })
    expect(await problems(account)).toEqual([])
  },
)
