import type { Tx } from '#db/connect.ts'
import { decideApproval, listApprovals } from '#domain/approvals/index.ts'
import { grantSegments } from '#domain/ledger/index.ts'
import { endOrder, payRefund, placeOrder, purchasePackage, requestRefund } from '#domain/orders/index.ts'
import { requestAdjust, requestGift } from '#domain/payments/index.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

interface Facts {
  memberId: string
  now: Date
}

const hourMs = 3_600_000

/**
 * Packages bought some weeks ago, a refunded one, and unpaid orders. Runs before the messages, since the statement's
 * times must ascend.
 */
export async function seedOrders(tx: Tx, account: AccountId, { memberId, staffId, now }: Facts & { staffId: string }): Promise<void> {
  const weekAgo = (weeks: number, hours = 10) => new Date(chinaDayStart(now, -weeks * 7).getTime() + hours * hourMs)
  const buy = (packageId: string, at: Date) => purchasePackage(tx, account, { packageId, quantity: 1, memberId, now: at })
  await buy('1001', weekAgo(5))
  const mistaken = await placeOrder(tx, account, { packageId: '1002', quantity: 1, paymentMethod: 'wechat', memberId, now: weekAgo(4, 9) })
  await endOrder(tx, account, mistaken, { reason: 'cancelled', now: weekAgo(4, 9.1) })
  await buy('2001', weekAgo(4))
  // Bonus credit that pays part of a package.
  const gift = { grantId: newId(), kind: 'bonus', name: '老客户赠送金', segmentCount: 1_000_000, source: 'gift' } as const
  await grantSegments(tx, account, { ...gift, startsAt: weekAgo(3, 9), expiresAt: weekAgo(-4), remark: '周年庆活动' })
  await buy('1001', weekAgo(3))
  const forgotten = await placeOrder(tx, account, {
    packageId: '4002',
    quantity: 1,
    paymentMethod: 'alipay',
    memberId,
    now: weekAgo(3, 15),
  })
  await endOrder(tx, account, forgotten, { reason: 'expired', now: weekAgo(3, 15.5) })
  const { orderId, amountHao } = await buy('4001', weekAgo(3, 16))
  const reason = '重复购买，尚未使用'
  const { refundId } = await requestRefund(tx, account, orderId, { reason, expectedHao: amountHao, memberId, now: weekAgo(3, 17) })
  await payRefund(tx, account, refundId, { answer: '核对无误，同意退款', staffId, now: weekAgo(3, 18) })
}

/** What waits today: an unpaid order, a refund request, and acts of staff for four-eyes approval. */
export async function seedOpenOrders(
  tx: Tx,
  account: AccountId,
  { memberId, financeId, adminId, now }: Facts & { financeId: string; adminId: string },
) {
  const earlier = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const { orderId, amountHao } = await purchasePackage(tx, account, { packageId: '3001', quantity: 1, memberId, now: earlier(26) })
  await requestRefund(tx, account, orderId, { reason: '业务调整，不再需要通用套餐', expectedHao: amountHao, memberId, now: earlier(2) })
  await placeOrder(tx, account, { packageId: '1002', quantity: 1, paymentMethod: 'alipay', memberId, now })
  const asked = { staffId: financeId, now: earlier(30) }
  const approvalId = await requestAdjust(tx, account, { direction: 'in', amountHao: 500_000 }, { ...asked, reason: '10月通道故障补偿' })
  const { payloadHash } = firstOrThrow((await listApprovals(tx, { pageSize: 1 }, adminId)).rows)
  const decision = { approvalId, decision: 'approved' as const, payloadHash, answer: '已核对工单', staffId: adminId, now: earlier(29) }
  await decideApproval(tx, decision)
  const gift = { kind: 'general' as const, name: '老客户回馈包', segmentCount: 2_000, validityDays: 90 }
  await requestGift(tx, account, gift, { reason: '续费满一年回馈', staffId: financeId, now: earlier(1) })
}
