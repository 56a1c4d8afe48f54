import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { OrderState } from '#contract/orders/order.ts'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { decideApproval, listApprovals, withdrawApproval } from '#domain/approvals/decision.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { holdCharge, settleHolds } from '#domain/ledger/charge.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { listOrders, readOrder } from '#domain/orders/order-list.ts'
import { requestRefund, withdrawRefund } from '#domain/orders/order-refund.ts'
import { purchasePackage } from '#domain/orders/purchase.ts'
import { requestAdjust, requestBonus, requestGift } from '#domain/payments/admin-credit-act.ts'
import { decideRefund, listRefunds } from '#domain/payments/admin-refund.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newAccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { requestApproval } from './approval.ts'
import { createStaff } from './staff.ts'

const database = prepareTestDatabase()
let maker: string
let checker: string
beforeAll(async () => {
  const addStaff = (login: string, name: string) =>
    within(tx => createStaff(tx, { login, name, role: 'finance', passwordHash: 'none', now: new Date() }))
  maker = (await addStaff('maker', '小周')).staffId
  checker = (await addStaff('checker', '小吴')).staffId
})

const within = <T>(work: (tx: Tx) => Promise<T>) => asPlatform(database.platformDb, work)
const asked = () => ({ reason: '系统故障补偿', staffId: maker, now: new Date() })
const balances = (account: AccountId) => asAccount(database.db, account, tx => balancesOf(tx, account))
const problems = (account: AccountId) => asAccount(database.db, account, tx => verifyLedger(tx, account))
const find = async (approvalId: string) =>
  firstOrThrow((await within(tx => listApprovals(tx, { pageSize: 100 }, checker))).rows.filter(row => row.approvalId === approvalId))
const decide = async (approvalId: string, change: Partial<Parameters<typeof decideApproval>[1]> = {}) => {
  const { payloadHash } = await find(approvalId)
  const decision = { approvalId, decision: 'approved' as const, payloadHash, answer: '', staffId: checker, now: new Date(), ...change }
  return within(tx => decideApproval(tx, decision))
}

async function customer(balanceHao = 0) {
  const { account, memberId } = await createAccount(database.db)
  if (balanceHao > 0) await asAccount(database.db, account, tx => recharge(tx, account, { transferId: newId(), amountHao: balanceHao }))
  return { account, memberId }
}

test('a gift is granted once, when another member of staff than its maker approves', async () => {
  const { account } = await customer()
  const payload = { kind: 'general' as const, name: '补偿包', segmentCount: 500, validityDays: 90 }
  const approvalId = await within(tx => requestGift(tx, account, payload, asked()))
  expect((await balances(account)).grants).toEqual([])
  await expect(decide(approvalId, { staffId: maker })).rejects.toMatchObject({ code: 'approval_own' })
  expect(await find(approvalId)).toMatchObject({
    state: 'waiting',
    maker: '小周',
    checker: null,
    facts: expect.arrayContaining([{ name: '数量', text: '500 条' }]),
  })
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => decide(approvalId)))
  expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(1)
  for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'approval_decided' })
  expect((await balances(account)).grants).toMatchObject([{ name: '补偿包', source: 'gift', segmentCount: 500, availableCount: 500 }])
  expect(await find(approvalId)).toMatchObject({ state: 'approved', checker: '小吴' })
})

test('bonus credit is granted on approval, for its days from then on, and the account is notified', async () => {
  const { account } = await customer()
  const approvalId = await within(tx => requestBonus(tx, account, { name: '新客户赠送金', validityDays: 30, amountHao: 500_000 }, asked()))
  expect((await balances(account)).bonuses).toEqual([])
  await expect(decide(approvalId, { staffId: maker })).rejects.toMatchObject({ code: 'approval_own' })
  expect(await find(approvalId)).toMatchObject({
    kind: 'bonus',
    amountHao: 500_000,
    facts: expect.arrayContaining([{ name: '有效期', text: '30 天，自通过起' }]),
  })
  const now = new Date(Date.now() + 60_000)
  await decide(approvalId, { now })
  const ends = new Date(now.getTime() + 30 * 86_400_000)
  expect(await balances(account)).toMatchObject({
    availableHao: 0,
    bonuses: [{ name: '新客户赠送金', availableCount: 500_000, startsAt: now, expiresAt: ends }],
  })
  const notifications = await asAccount(database.db, account, tx =>
    tx.selectFrom('notification').select('title').where('accountId', '=', account).execute(),
  )
  expect(notifications).toEqual([{ title: '收到赠送金¥50.00' }])
  expect(await problems(account)).toEqual([])
})

test("an approval's payload can't be changed: neither by our programs nor after the checker has read it", async () => {
  const { account } = await customer(1_000_000)
  const approvalId = await within(tx => requestAdjust(tx, account, { direction: 'in', amountHao: 1_000_000 }, asked()))
  for (const change of [
    { payload: '{"direction":"out"}' },
    { amountHao: 99 },
    { accountId: newAccountId() },
    { payloadHash: 'x' },
    { makerId: checker },
    { reason: '别的' },
  ])
    await expect(database.platformDb.updateTable('approval').set(change).where('approvalId', '=', approvalId).execute()).rejects.toThrow(
      'permission denied',
    )
  await expect(database.platformDb.deleteFrom('approval').execute()).rejects.toThrow('permission denied')
  await expect(decide(approvalId, { payloadHash: 'f'.repeat(64) })).rejects.toMatchObject({ code: 'approval_changed' })
  expect((await balances(account)).availableHao).toBe(1_000_000)
  // The database's owner changes the sum: the approved hash no longer matches.
  const seen = (await find(approvalId)).payloadHash
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query('update approval set amount_hao = 9000000 where approval_id = $1', [approvalId])
  await owner.end()
  await expect(decide(approvalId, { payloadHash: seen })).rejects.toMatchObject({ code: 'approval_changed' })
  expect((await balances(account)).availableHao).toBe(1_000_000)
})

test('an adjustment moves the balance both ways, never below zero, and is a line of the statement', async () => {
  const { account } = await customer(1_000_000)
  const more = await within(tx => requestAdjust(tx, account, { direction: 'in', amountHao: 500_000 }, asked()))
  await decide(more)
  expect((await balances(account)).availableHao).toBe(1_500_000)
  const less = await within(tx => requestAdjust(tx, account, { direction: 'out', amountHao: 1_500_000 }, asked()))
  const again = await within(tx => requestAdjust(tx, account, { direction: 'out', amountHao: 100 }, asked()))
  await decide(less)
  await expect(decide(again)).rejects.toMatchObject({ code: 'balance_insufficient' })
  expect((await find(again)).state).toBe('waiting')
  await expect(within(tx => requestAdjust(tx, account, { direction: 'out', amountHao: 100 }, asked()))).rejects.toMatchObject({
    code: 'balance_insufficient',
  })
  expect(await problems(account)).toEqual([])
  const lines = await asAccount(database.db, account, tx =>
    tx
      .selectFrom('transfer')
      .select(['amount', 'remark', 'referenceId'])
      .where('accountId', '=', account)
      .where('kind', '=', 'adjust')
      .orderBy('entryNumber')
      .execute(),
  )
  expect(lines).toEqual([
    { amount: 500_000, remark: '系统故障补偿', referenceId: more },
    { amount: 1_500_000, remark: '系统故障补偿', referenceId: less },
  ])
})

test("an unknown payload doesn't break the list: it is shown as stored, and is not carried out", async () => {
  const { account } = await customer()
  const asking = { kind: 'gift', account, amountHao: 0, payload: { pieces: 3 }, ...asked() } as const
  const approvalId = await within(tx => requestApproval(tx, asking))
  expect((await find(approvalId)).facts).toEqual([{ name: '内容', text: '{"pieces":3}' }])
  await expect(decide(approvalId)).rejects.toThrow('segmentCount')
})

test('a rejected or withdrawn request changes nothing', async () => {
  const { account } = await customer()
  const ask = () => within(tx => requestAdjust(tx, account, { direction: 'in', amountHao: 100 }, asked()))
  const rejected = await ask()
  await expect(decide(rejected, { decision: 'rejected' })).rejects.toMatchObject({ fields: { answer: '请填写驳回原因' } })
  await decide(rejected, { decision: 'rejected', answer: '没有依据' })
  expect(await find(rejected)).toMatchObject({ state: 'rejected', answer: '没有依据' })
  const withdrawn = await ask()
  const withdraw = (staffId: string) =>
    within(tx => withdrawApproval(tx, { approvalId: withdrawn, reason: '填错了', staffId, now: new Date() }))
  await expect(withdraw(checker)).rejects.toMatchObject({ code: 'not_found' })
  await withdraw(maker)
  await expect(decide(withdrawn)).rejects.toMatchObject({ code: 'approval_decided' })
  expect((await balances(account)).availableHao).toBe(0)
})

/** An order of so many packages of 240 yuan, each with some of its 5,000 messages used, with a refund request. */
async function refund(quantity: number, usedCount = 0, expectedHao = quantity * 2_400_000) {
  const { account, memberId } = await customer(quantity * 2_400_000)
  const now = new Date()
  const { orderId } = await asAccount(database.db, account, async tx => {
    const order = await purchasePackage(tx, account, { packageId: '3001', quantity, now })
    const holds = usedCount === 0 ? [] : await holdCharge(tx, account, 'transactional', new Map([[1, usedCount]]), { now: new Date() })
    await settleHolds(
      tx,
      account,
      holds.map(({ holdId }) => ({ holdId, deliveredSegments: usedCount, voidedSegments: 0 })),
    )
    return order
  })
  const ask = () =>
    asAccount(database.db, account, tx =>
      requestRefund(tx, account, orderId, { reason: '业务调整', expectedHao, memberId, now: new Date() }),
    )
  const { refundId } = await ask()
  const read = () => asAccount(database.db, account, tx => readOrder(tx, account, orderId))
  const judge = (decision: 'done' | 'rejected', answer = '') =>
    within(tx => decideRefund(tx, { account, refundId, decision, answer, staffId: maker, now: new Date() }))
  return { account, orderId, refundId, ask, read, judge }
}

test('a refund request holds the package while it waits, and pays the balance when staff approve', async () => {
  const { account, read, judge, ask, refundId } = await refund(1)
  expect(await read()).toMatchObject({ state: 'refunding', grant: { leftCount: 0, heldCount: 5_000 } })
  expect(await problems(account)).toEqual([])
  await expect(ask()).rejects.toMatchObject({ code: 'state_forbids' })
  const { rows, counts } = await within(tx => listRefunds(tx, { state: 'waiting', pageSize: 20 }))
  expect(rows.find(row => row.refundId === refundId)).toMatchObject({ amountHao: 2_400_000, returnedCount: 5_000, reason: '业务调整' })
  expect(counts.waiting).toBe(1)
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => judge('done')))
  expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(1)
  expect(await read()).toMatchObject({ state: 'refunded', refundedHao: 2_400_000, grant: { leftCount: 0, heldCount: 0, usedCount: 0 } })
  expect(await balances(account)).toMatchObject({ availableHao: 2_400_000, spentHao: 0 })
  expect(await problems(account)).toEqual([])
})

test('a partly used order is refunded in part, and shown and found as such', async () => {
  const { account, orderId, read, judge } = await refund(1, 100, 2_350_000)
  await judge('done')
  expect(await read()).toMatchObject({ state: 'partly_refunded', refundedHao: 2_350_000, grant: { usedCount: 100 } })
  const find = (state: OrderState) => asAccount(database.db, account, tx => listOrders(tx, account, { state, pageSize: 20 }))
  expect((await find('partly_refunded')).rows).toMatchObject([{ orderId, state: 'partly_refunded' }])
  expect((await find('refunded')).rows).toEqual([])
})

test('a package with a rejected or withdrawn refund request is usable again, and can be requested again', async () => {
  const { account, orderId, read, judge, ask } = await refund(1)
  await expect(judge('rejected')).rejects.toMatchObject({ fields: { answer: '请填写驳回原因' } })
  await judge('rejected', '活动套餐不退')
  expect(await read()).toMatchObject({
    state: 'paid',
    grant: { leftCount: 5_000, heldCount: 0 },
    refunds: [{ state: 'rejected', answer: '活动套餐不退' }],
  })
  await ask()
  await asAccount(database.db, account, tx => withdrawRefund(tx, account, orderId, new Date()))
  expect(await read()).toMatchObject({
    state: 'paid',
    grant: { leftCount: 5_000 },
    refunds: [{ state: 'withdrawn' }, { state: 'rejected' }],
  })
  expect((await balances(account)).availableHao).toBe(0)
  expect(await problems(account)).toEqual([])
})

test('a refund above the limit needs two people; if the second rejects, it waits for the first again', async () => {
  const { account, memberId } = await customer(1_000_000_000)
  const now = new Date()
  const { orderId, amountHao } = await asAccount(database.db, account, tx =>
    purchasePackage(tx, account, { packageId: '1003', quantity: 3, now }),
  )
  expect(amountHao).toBeGreaterThan(limits.fourEyesHao)
  const { refundId } = await asAccount(database.db, account, tx =>
    requestRefund(tx, account, orderId, { reason: '业务调整', expectedHao: amountHao, memberId, now }),
  )
  const judge = () => within(tx => decideRefund(tx, { account, refundId, decision: 'done', answer: '', staffId: maker, now: new Date() }))
  const approvalOf = async () =>
    firstOrThrow((await within(tx => listApprovals(tx, { state: 'waiting', kind: 'refund', pageSize: 20 }, maker))).rows).approvalId
  expect(await judge()).toMatchObject({ state: 'checking' })
  await expect(asAccount(database.db, account, tx => withdrawRefund(tx, account, orderId, new Date()))).rejects.toMatchObject({
    code: 'state_forbids',
  })
  await decide(await approvalOf(), { decision: 'rejected', answer: '先核对合同' })
  expect(await judge()).toMatchObject({ state: 'checking' })
  expect((await balances(account)).availableHao).toBe(1_000_000_000 - amountHao)
  await decide(await approvalOf())
  expect((await balances(account)).availableHao).toBe(1_000_000_000)
  expect(await problems(account)).toEqual([])
})
