import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { adminHomeCalls } from '#contract/home/admin-home.ts'
import { adminOrderCalls, adminRefundCalls } from '#contract/orders/admin-order.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { asAccount } from '#db/connect.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { placeOrder } from '#domain/orders/order.ts'
import { requestRefund } from '#domain/orders/order-refund.ts'
import { purchasePackage } from '#domain/orders/purchase.ts'
import { createAccount } from '#test/support/account.ts'
import { type BackOffice, officeTime, startBackOffice } from '#test/support/back-office.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, encodeId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

const at = officeTime()
const database = prepareTestDatabase()
let office: BackOffice

beforeAll(async () => {
  office = await startBackOffice(database, () => at)
})
afterAll(() => office.close())

async function customer(name: string) {
  const { account, memberId } = await createAccount(database.db, { name })
  await asAccount(database.db, account, tx => recharge(tx, account, { transferId: newId(), amountHao: 1_000_000_000, at }))
  const buy = async (packageId: string, quantity = 1) => {
    const bought = await asAccount(database.db, account, tx => purchasePackage(tx, account, { packageId, quantity, memberId, now: at }))
    const giveBack = () =>
      asAccount(database.db, account, tx =>
        requestRefund(tx, account, bought.orderId, { reason: '业务调整', expectedHao: bought.amountHao, memberId, now: at }),
      )
    return { ...bought, giveBack }
  }
  return { account, accountId: encodeId('account', account), memberId, buy }
}

const ordersOf = (account: AccountId) => ({ accountId: encodeId('account', account) })

test('orders of all customers are found by number, customer, state and product, in pages', async () => {
  const [one, other] = [await customer('青瓷坊'), await customer('竹影轩')]
  await one.buy('3001')
  await one.buy('4001')
  await other.buy('1001')
  await asAccount(database.db, other.account, tx =>
    placeOrder(tx, other.account, { packageId: '1001', quantity: 1, paymentMethod: 'wechat', memberId: other.memberId, now: at }),
  )
  const all = await office.get(adminOrderCalls.list, {}, 'finance')
  expect(all.rows.map(row => row.accountName)).toEqual(['竹影轩', '竹影轩', '青瓷坊', '青瓷坊'])
  const first = await office.get(adminOrderCalls.list, { pageSize: '3' })
  const second = await office.get(adminOrderCalls.list, { pageSize: '3', cursor: first.nextCursor ?? '' })
  expect([...first.rows, ...second.rows]).toEqual(all.rows)
  expect((await office.get(adminOrderCalls.list, { ...ordersOf(one.account), product: 'link' })).rows).toMatchObject([
    { name: '短链 1万次' },
  ])
  expect((await office.get(adminOrderCalls.list, { state: 'waiting' })).rows).toHaveLength(1)
  const { orderNumber, orderId, accountId } = itemOrThrow(all.rows, 2)
  expect((await office.get(adminOrderCalls.list, { orderNumber })).rows).toEqual([all.rows[2]])
  const detail = await office.get(adminOrderCalls.one, { accountId, orderId })
  expect(detail).toMatchObject({ orderNumber, accountName: '青瓷坊', state: 'paid', refunds: [], payments: [] })
  await expect(office.get(adminOrderCalls.one, { accountId: other.accountId, orderId })).rejects.toThrow('not_found')
})

test('a refund is decided by finance alone; a large one needs a second person, and both are counted on the start page', async () => {
  const { accountId, buy } = await customer('松风阁')
  const small = await (await buy('3001')).giveBack()
  const large = await (await buy('1003', 3)).giveBack()
  const decide = (
    refundId: string,
    decision: 'done' | 'rejected',
    answer: string,
    role: 'finance' | 'operations' | 'administrator' = 'finance',
  ) => office.act(adminRefundCalls.decide, { accountId, refundId: encodeId('refund', refundId), decision, answer }, role)
  const waiting = await office.get(adminRefundCalls.list, { state: 'waiting' }, 'finance')
  expect(waiting.rows.map(row => row.refundId)).toEqual([small, large].map(({ refundId }) => encodeId('refund', refundId)))
  expect((await office.get(adminHomeCalls.overview, {}, 'finance')).finance?.refunds.count).toBe(2)
  expect((await office.get(adminHomeCalls.overview, {}, 'reviewer')).finance).toBeNull()
  expect((await decide(small.refundId, 'done', '', 'operations')).code).toBe('staff_not_allowed')
  expect((await decide(small.refundId, 'rejected', '')).fields).toEqual({ answer: '请填写驳回原因' })
  expect((await decide(small.refundId, 'done', '')).answer).toEqual({ state: 'done' })
  expect((await decide(small.refundId, 'done', '')).code).toBe('state_forbids')
  expect((await decide(large.refundId, 'done', '核对无误')).answer).toEqual({ state: 'checking' })
  expect((await office.get(adminHomeCalls.overview, {}, 'finance')).finance?.approvals.count).toBe(0)
  expect((await office.get(adminHomeCalls.overview, {}, 'administrator')).finance?.approvals.count).toBe(1)
  const asked = firstOrThrow((await office.get(adminApprovalCalls.list, { state: 'waiting' })).rows)
  expect(asked).toMatchObject({ kind: 'refund', amountHao: large.amountHao, reason: '核对无误', isOwn: false })
  const approve = (role: 'finance' | 'administrator') =>
    office.act(
      adminApprovalCalls.decide,
      { approvalId: asked.approvalId, payloadHash: asked.payloadHash, decision: 'approved', answer: '' },
      role,
    )
  expect((await approve('finance')).code).toBe('approval_own')
  expect((await approve('administrator')).code).toBe('ok')
  expect((await office.get(adminRefundCalls.list, { state: 'done' })).rows).toHaveLength(2)
})

test('a refund request is withdrawn with a reason by its author alone', async () => {
  const { account } = await customer('听雨楼')
  const gift = { kind: 'general', name: '体验包', segmentCount: 10, validityDays: 1, reason: '试用' } as const
  const { answer } = await office.act(adminCustomerCalls.grant, { ...ordersOf(account), ...gift }, 'finance')
  assert.exists(answer)
  const withdraw = (role: 'finance' | 'administrator') =>
    office.act(adminApprovalCalls.withdraw, { approvalId: answer.approvalId, reason: '填错了数量' }, role)
  expect((await withdraw('administrator')).code).toBe('not_found')
  expect((await withdraw('finance')).code).toBe('ok')
  expect((await withdraw('finance')).code).toBe('approval_decided')
  expect((await office.get(adminApprovalCalls.list, { state: 'withdrawn' })).rows[0]).toMatchObject({
    answer: '填错了数量',
    checker: null,
  })
})
