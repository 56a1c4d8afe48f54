import { z } from 'zod'
import { get, staff } from '#contract/call.ts'
import { moment } from '#contract/scalars.ts'
import { systemAlert } from './system-alert.ts'

const count = z.number().int()
const queue = z.object({ count, oldestAt: moment.nullable() })

export const adminHomeCalls = {
  overview: get('/api/admin/home', '运营首页', staff(null), {
    /** Null: not visible to the role. */
    answer: z.object({
      alerts: z.array(systemAlert).nullable(),
      reviews: z.object({ signature: queue, template: queue, decidedTodayCount: count, decidedTodayByMeCount: count }).nullable(),
      attestations: z.object({ count, oldestAt: moment.nullable() }).nullable(),
      links: z
        .object({ hostCount: count, linkCount: count, oldestAt: moment.nullable(), reportedCount: count, flaggedCount: count })
        .nullable(),
      customers: z.object({ count, unattestedCount: count, frozenCount: count, newTodayCount: count }).nullable(),
      /** Waiting work in the financial queues; approvals exclude one's own. */
      finance: z
        .object({
          refunds: queue,
          approvals: queue,
          claims: queue,
          withdrawals: queue,
          /**
           * Waiting bank receipts, failed withdrawals, recharges with a differing sum, and reconciliation differences.
           */
          receiptCount: count,
          abnormalCount: count,
          failedRechargeCount: count,
          differenceCount: count,
        })
        .nullable(),
      /** Waiting invoices by the next step (issue, send, reverse), and titles to review. */
      invoices: z.object({ reviewing: queue, issuing: queue, failed: queue, reversing: queue, unsent: queue, titles: queue }).nullable(),
      channels: z.object({ upCount: count, downCount: count, disabledCount: count }).nullable(),
    }),
  }),
}
