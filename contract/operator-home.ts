import { z } from 'zod'
import { call, staff } from './call.ts'
import { moment } from './scalars.ts'

const count = z.number().int()
const queue = z.object({ count, oldestAt: moment.nullable() })

export const operatorHomeCalls = {
  overview: call({
    method: 'GET',
    path: '/api/operator/home',
    summary: '运营首页',
    audience: staff(null),
    input: z.object({}),
    /** Null: what the role may not see. */
    answer: z.object({
      reviews: z.object({ signature: queue, template: queue, decidedTodayCount: count, decidedTodayByMeCount: count }).nullable(),
      customers: z.object({ count, unattestedCount: count, frozenCount: count, newTodayCount: count }).nullable(),
      channels: z.object({ upCount: count, downCount: count, disabledCount: count }).nullable(),
    }),
    refusals: [],
  }),
}
