import { z } from 'zod'
import { call, member, visitor } from './call.ts'
import { packageRule } from './rules.ts'
import { idOf } from './scalars.ts'

const hao = z.number().int().min(0)
const segments = z.number().int().positive()

export const financeCalls = {
  prices: call({
    method: 'GET',
    path: '/api/prices',
    summary: '今日价格',
    audience: visitor,
    input: z.object({}),
    answer: z.object({
      /** Of a segment that no package pays for. */
      unitPrices: z.object({ code: hao, notice: hao, marketing: hao }),
      packages: z.array(
        z.object({
          name: z.string(),
          kind: z.enum(['industry', 'marketing', 'general']),
          segmentCount: segments,
          priceHao: hao,
          validityDays: z.number().int(),
        }),
      ),
    }),
    refusals: [],
  }),
  purchase: call({
    method: 'POST',
    path: '/api/packages/purchase',
    summary: '购买套餐',
    audience: member('finance.write'),
    input: z.object({ packageId: packageRule, quantity: z.number().int().min(1).max(99) }),
    answer: z.object({ orderId: idOf('order'), amountHao: z.number().int() }),
    refusals: ['package_unavailable', 'balance_insufficient'],
    once: true,
  }),
}
