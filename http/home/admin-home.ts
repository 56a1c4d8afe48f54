import { adminHomeCalls } from '#contract/home/admin-home.ts'
import { type StaffPermission, staffRoles } from '#contract/identity/permission.ts'
import type { Tx } from '#db/connect.ts'
import { attestationQueue, customerCounts } from '#domain/account/index.ts'
import { approvalQueue } from '#domain/approvals/index.ts'
import { channelCounts } from '#domain/channels/index.ts'
import { decisionsSince, reviewQueues } from '#domain/content/index.ts'
import { invoiceQueues } from '#domain/invoicing/index.ts'
import { linkQueue, reportQueue } from '#domain/links/index.ts'
import { bankQueue, failedRechargeCount, reconciliationOverview, refundQueue, withdrawalQueue } from '#domain/payments/index.ts'
import { listSystemAlerts } from '#domain/platform/index.ts'
import { handle } from '#http/server/serve.ts'
import { chinaDayStart } from '#values/china-time.ts'

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
    abnormalCount: withdrawals.abnormalCount,
    failedRechargeCount: await failedRechargeCount(tx),
    differenceCount: openDifferenceCount,
  }
}

export const adminHomeHandlers = [
  handle(adminHomeCalls.overview, async ({ tx, staff, now }) => {
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
