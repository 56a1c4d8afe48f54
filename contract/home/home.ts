import { z } from 'zod'
import { monthText } from '#contract/billing/bill.ts'
import { broadcastStates } from '#contract/broadcast/broadcast.ts'
import { call, member } from '#contract/call.ts'
import { failureCauses, measures } from '#contract/messages/statistics.ts'
import { idOf, moment } from '#contract/scalars.ts'

const count = z.number().int()
const broadcastState = z.enum(Object.keys(broadcastStates) as [keyof typeof broadcastStates, ...(keyof typeof broadcastStates)[]])

export const homeCalls = {
  overview: call({
    method: 'GET',
    path: '/api/home',
    summary: '控制台首页',
    audience: member('account.read'),
    input: z.object({}),
    answer: z.object({
      /** 毫. Null to members who may not see finance. */
      money: z.object({ availableHao: count, bonusHao: count, heldHao: count, spentTodayHao: count }).nullable(),
      /** What the platform does when no package is left: go on from the balance, or stop. */
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
      /** Messages accepted since midnight in China, by what became of them; segments that packages paid today. */
      today: measures.extend({ packageSegments: count }),
      /** What a new account has done already. */
      steps: z.object({
        isAttested: z.boolean(),
        hasSignature: z.boolean(),
        hasTemplate: z.boolean(),
        hasSent: z.boolean(),
        hasCredit: z.boolean(),
      }),
      /** What waits for somebody. */
      waiting: z.object({ rejectedSignatures: count, rejectedTemplates: count, pausedBroadcasts: count, heldBroadcasts: count }),
      /** Short links: persons' visits and visitors of today, and which lead nowhere by the platform's decision. Null to members who may not see links. */
      links: z
        .object({ pvToday: count, uvToday: count, rejectedCount: count, blockedCount: count, stopReason: z.string().nullable() })
        .nullable(),
      /** The newest broadcasts; null to members who may not see them. */
      broadcasts: z
        .array(
          z.object({
            broadcastId: idOf('broadcast'),
            name: z.string(),
            state: broadcastState,
            recipientCount: count,
            deliveredCount: count,
            failedCount: count,
            unknownCount: count,
            at: moment,
          }),
        )
        .nullable(),
    }),
    refusals: [],
  }),
  tasks: call({
    method: 'GET',
    path: '/api/home/tasks',
    summary: '账户、订单与发票待办',
    audience: member('account.read'),
    input: z.object({}),
    answer: z.object({
      /** A form that is looked at or came back; null: neither. */
      attestation: z.enum(['reviewing', 'rejected']).nullable(),
      hasEmail: z.boolean(),
      hasSecondFactor: z.boolean(),
      /** Null to members who may not see finance. `warnedHao`: the balance below which the account wants to be warned. */
      orders: z.object({ waitingCount: count, refundingCount: count, warnedHao: count.nullable() }).nullable(),
      /** Null to members who may not see invoices. */
      invoices: z.object({ rejectedCount: count, failedCount: count, reversingCount: count }).nullable(),
    }),
    refusals: [],
  }),
  money: call({
    method: 'GET',
    path: '/api/home/money',
    summary: '近12个月消费、本月预计与可开票金额',
    audience: member('finance.read'),
    input: z.object({}),
    answer: z.object({
      /** Oldest first, the running one last; 毫 of orders and usage that the balance paid, and what was given back. */
      months: z.array(z.object({ month: monthText, orderHao: count, usageHao: count, refundHao: count })),
      forecastHao: count,
      /** Whole fen; rates do not offset each other. */
      invoiceableHao: count,
      /** 欠票: what more is invoiced than was consumed. */
      owedHao: count,
    }),
    refusals: [],
  }),
  trend: call({
    method: 'GET',
    path: '/api/home/trend',
    summary: '近14天发送趋势与失败原因',
    audience: member('account.read'),
    input: z.object({}),
    answer: z.object({
      days: z.array(z.object({ day: z.string(), code: count, notice: count, marketing: count })),
      /** Why messages of the last seven days did not arrive, most frequent first. */
      failures: failureCauses,
    }),
    refusals: [],
  }),
}
