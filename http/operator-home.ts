import { operatorHomeCalls } from '#contract/operator-home.ts'
import { type StaffPermission, staffRoles } from '#contract/permission.ts'
import type { Tx } from '#db/connect.ts'
import { decisionsSince, reviewQueues } from '#domain/review/queue.ts'
import { approvalQueue } from '#domain/staff/approval-decision.ts'
import { attestationQueue } from '#domain/staff/attestation.ts'
import { bankQueue } from '#domain/staff/bank-receipt.ts'
import { channelCounts } from '#domain/staff/channel.ts'
import { customerCounts } from '#domain/staff/customer-count.ts'
import { invoiceQueues } from '#domain/staff/invoice-queue.ts'
import { linkQueue } from '#domain/staff/link-queue.ts'
import { reportQueue } from '#domain/staff/link-report.ts'
import { failedRechargeCount } from '#domain/staff/recharge-list.ts'
import { reconciliationOverview } from '#domain/staff/reconciliation.ts'
import { refundQueue } from '#domain/staff/refund.ts'
import { listSystemAlerts } from '#domain/staff/system-alert.ts'
import { withdrawalQueue } from '#domain/staff/withdrawal.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { handle } from './serve.ts'

async function financeQueues(tx: Tx, staffId: string) {
  const bank = await bankQueue(tx)
  const withdrawals = await withdrawalQueue(tx)
  const { openDifferenceCount } = await reconciliationOverview(tx, '')
  return {
    refunds: await refundQueue(tx),
    approvals: await approvalQueue(tx, staffId),
    claims: { count: bank.claimCount, oldestAt: bank.oldestAt },
    withdrawals: { count: withdrawals.openCount, oldestAt: withdrawals.oldestAt },
    receiptCount: bank.receiptCount,
    abnormalCount: withdrawals.abnormalCount + withdrawals.byHandCount,
    failedRechargeCount: await failedRechargeCount(tx),
    differenceCount: openDifferenceCount,
  }
}

export const operatorHomeHandlers = [
  handle(operatorHomeCalls.overview, async ({ tx, staff, now }) => {
    const may = (permission: StaffPermission) => staffRoles[staff.role].may.includes(permission)
    const reviews = async () => {
      const decided = await decisionsSince(tx, chinaDayStart(now()), staff.staffId)
      return { ...(await reviewQueues(tx)), decidedTodayCount: decided.all, decidedTodayByMeCount: decided.mine }
    }
    const links = async () => {
      const { linkCount: reportedCount, flaggedCount } = await reportQueue(tx)
      return { ...(await linkQueue(tx)), reportedCount, flaggedCount }
    }
    const attestations = async () => {
      const { counts, oldestAt } = await attestationQueue(tx)
      return { count: counts.person + counts.company + counts.public, oldestAt }
    }
    return {
      alerts: may('channel.read') ? await listSystemAlerts(tx) : null,
      reviews: may('review.decide') ? await reviews() : null,
      attestations: may('customer.attest') ? await attestations() : null,
      links: may('link.manage') ? await links() : null,
      customers: may('customer.read') ? await customerCounts(tx, now()) : null,
      finance: may('finance.read') ? await financeQueues(tx, staff.staffId) : null,
      invoices: may('invoice.manage') ? await invoiceQueues(tx) : null,
      channels: may('channel.read') ? await channelCounts(tx) : null,
    }
  }),
]
