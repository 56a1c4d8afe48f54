import { z } from 'zod'
import { broadcastStates } from './broadcast.ts'
import { call, member } from './call.ts'
import { idOf, moment } from './scalars.ts'
import { failureCauses, measures } from './statistics.ts'

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
      money: z.object({ availableHao: count, heldHao: count, spentTodayHao: count }).nullable(),
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
      steps: z.object({ isAttested: z.boolean(), hasSignature: z.boolean(), hasTemplate: z.boolean(), hasSent: z.boolean() }),
      /** What waits for somebody. */
      waiting: z.object({ rejectedSignatures: count, rejectedTemplates: count, pausedBroadcasts: count, heldBroadcasts: count }),
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
            at: moment,
          }),
        )
        .nullable(),
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
