import { z } from 'zod'
import { monthText } from '#contract/billing/bill.ts'
import { broadcastStates } from '#contract/broadcast/broadcast.ts'
import { get, member } from '#contract/call.ts'
import { linkUnits } from '#contract/links/link-package.ts'
import { failureCauses, measures } from '#contract/messages/statistics.ts'
import { news } from '#contract/notification/announcement.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { terms } from '#contract/terms.ts'
import { keysOf } from '#values/keys.ts'

const count = z.number().int()
const broadcastState = z.enum(keysOf(broadcastStates))

export const homeCalls = {
  overview: get('/api/home', '控制台首页', member('account.read'), {
    answer: z.object({
      /** Hao. Null for members without permission to see finance. */
      money: z.object({ availableHao: count, bonusHao: count, heldHao: count, spentTodayHao: count }).nullable(),
      /** When no package is left: continue from the balance, or stop. */
      whenEmpty: z.enum(['stop', 'balance']),
      grants: z.array(
        z.object({
          grantId: idOf('grant'),
          kind: z.enum(['industry', 'marketing', 'general']),
          name: z.string(),
          segmentCount: count,
          availableCount: count,
          heldCount: count,
          expiresAt: moment,
          daysLeft: count,
        }),
      ),
      /** Messages accepted since midnight in China, by outcome; segments paid by packages today. */
      today: measures.extend({ packageSegments: count }),
      /** Completed steps of a new account. */
      steps: z.object({
        isAttested: z.boolean(),
        hasSignature: z.boolean(),
        hasTemplate: z.boolean(),
        hasSent: z.boolean(),
        hasCredit: z.boolean(),
      }),
      /** What waits for a person, the customer's or the platform's. */
      waiting: z.object({
        reviewingSignatures: count,
        reviewingTemplates: count,
        rejectedSignatures: count,
        rejectedTemplates: count,
        pausedBroadcasts: count,
        heldBroadcasts: count,
      }),
      /**
       * Short links: today's visits and visitors (persons only), and links stopped by the platform. Null for members
       * without permission to see links.
       */
      links: z
        .object({ pvToday: count, uvToday: count, rejectedCount: count, blockedCount: count, stopReason: z.string().nullable() })
        .nullable(),
      /** The newest broadcasts; null for members without permission to see them. */
      broadcasts: z
        .array(
          z.object({
            broadcastId: idOf('broadcast'),
            name: z.string(),
            state: broadcastState,
            phoneCount: count,
            deliveredCount: count,
            failedCount: count,
            unknownCount: count,
            at: moment,
            /** It starts then, unless it is recalled before. */
            recallUntil: moment.nullable(),
          }),
        )
        .nullable(),
    }),
  }),
  tasks: get('/api/home/tasks', '账户、订单与发票待办', member('account.read'), {
    answer: z.object({
      /** A form in review or returned; null: neither. */
      attestation: z.enum(['reviewing', 'rejected']).nullable(),
      hasEmail: z.boolean(),
      hasSecondFactor: z.boolean(),
      /** Null for members without permission to see finance. `warnedHao`: the low-balance warning. */
      orders: z.object({ waitingCount: count, refundingCount: count, warnedHao: count.nullable() }).nullable(),
      /** Null for members without permission to see invoices. */
      invoices: z.object({ rejectedCount: count, failedCount: count, reversingCount: count }).nullable(),
    }),
  }),
  /** For the frame of every page, in one request. */
  frame: get('/api/home/frame', '菜单上的待办数量、未读的公告和消息、短链套餐余量', member(null), {
    answer: z.object({
      /** For the menu. 0 for what the member may not see. */
      marks: z.object({
        rejectedSignatures: count,
        rejectedTemplates: count,
        sendingBroadcasts: count,
        /** Rejected or blocked by the platform. */
        stoppedLinks: count,
        waitingOrders: count,
        /** Rejected lately, or not issued. */
        failedInvoices: count,
        /** Queued or being written. */
        unfinishedExports: count,
      }),
      news,
      /** Null for members without permission to see the account. */
      linkUnits: linkUnits.nullable(),
    }),
  }),
  money: get('/api/home/money', '近12个月消费、本月预计与可开票', member('finance.read'), {
    answer: z.object({
      /** Oldest first, the current one last; hao of orders and usage paid by the balance, and refunds. */
      months: z.array(z.object({ month: monthText, orderHao: count, usageHao: count, refundHao: count })),
      forecastHao: count,
      /** Whole fen; tax rates don't offset each other. */
      invoiceableHao: count,
      /** 欠票: invoiced beyond consumption. */
      owedHao: count,
    }),
  }),
  trend: get('/api/home/trend', `近14天发送趋势与${terms.causes}`, member('account.read'), {
    answer: z.object({
      days: z.array(z.object({ day: z.string(), otp: count, transactional: count, marketing: count })),
      /** Causes of undelivered messages of the last seven days, most frequent first. */
      failures: failureCauses,
    }),
  }),
}
