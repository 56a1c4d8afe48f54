import { z } from 'zod'
import { call, member } from './call.ts'
import { idOf, moment } from './scalars.ts'

const count = z.number().int()

export const homeCalls = {
  overview: call({
    method: 'GET',
    path: '/api/home',
    summary: '控制台首页',
    audience: member('account.read'),
    input: z.object({}),
    answer: z.object({
      isAttested: z.boolean(),
      /** 毫. Null to members who may not see finance. */
      money: z.object({ availableHao: count, heldHao: count }).nullable(),
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
      /** Messages accepted since midnight in China, by what became of them. */
      today: z.object({ messageCount: count, deliveredCount: count, failedCount: count, waitingCount: count, segmentCount: count }),
      lastSignIn: z.object({ at: moment, address: z.string() }).nullable(),
    }),
    refusals: [],
  }),
}
