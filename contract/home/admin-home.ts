import { z } from 'zod'
import { call, staff } from '#contract/call.ts'
import { moment } from '#contract/scalars.ts'

const count = z.number().int()
const queue = z.object({ count, oldestAt: moment.nullable() })

/** What is wrong with the platform itself, as staff are told. */
export const systemAlertKinds = { webhook_backlog: '回调推送积压', disk_low: '磁盘空间不足', clock_wrong: '服务器时钟不准' } as const
export type SystemAlertKind = keyof typeof systemAlertKinds

export const adminHomeCalls = {
  overview: call({
    method: 'GET',
    path: '/api/admin/home',
    summary: '运营首页',
    audience: staff(null),
    input: z.object({}),
    /** Null: what the role may not see. */
    answer: z.object({
      alerts: z
        .array(
          z.object({
            kind: z.enum(Object.keys(systemAlertKinds) as [SystemAlertKind, ...SystemAlertKind[]]),
            subject: z.string(),
            detail: z.string(),
            beganAt: moment,
          }),
        )
        .nullable(),
      reviews: z.object({ signature: queue, template: queue, decidedTodayCount: count, decidedTodayByMeCount: count }).nullable(),
      attestations: z.object({ count, oldestAt: moment.nullable() }).nullable(),
      links: z
        .object({ hostCount: count, linkCount: count, oldestAt: moment.nullable(), reportedCount: count, flaggedCount: count })
        .nullable(),
      customers: z.object({ count, unattestedCount: count, frozenCount: count, newTodayCount: count }).nullable(),
      /** What waits in the queues of money; approvals leave out one's own. */
      finance: z
        .object({
          refunds: queue,
          approvals: queue,
          claims: queue,
          withdrawals: queue,
          /** Bank receipts, withdrawals that went wrong, recharges of another sum and differences of statements: each with how many wait. */
          receiptCount: count,
          abnormalCount: count,
          failedRechargeCount: count,
          differenceCount: count,
        })
        .nullable(),
      /** What waits until invoices are made out, sent or reversed, and for titles to be looked at. */
      invoices: z.object({ reviewing: queue, issuing: queue, failed: queue, reversing: queue, unsent: queue, titles: queue }).nullable(),
      channels: z.object({ upCount: count, downCount: count, disabledCount: count }).nullable(),
    }),
    refusals: [],
  }),
}
