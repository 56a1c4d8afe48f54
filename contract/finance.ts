import { z } from 'zod'
import { call, member, visitor } from './call.ts'
import { packageRule } from './rules.ts'
import { idOf, moment } from './scalars.ts'

const hao = z.number().int().min(0)
/** How many of a package are bought at once. */
export const quantityRule = z
  .number({ error: '请填写1-99的整数' })
  .int('请填写1-99的整数')
  .min(1, '请填写1-99的整数')
  .max(99, '请填写1-99的整数')
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
          /** Digits only; it travels as text. */
          packageId: packageRule,
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
    input: z.object({
      packageId: packageRule,
      quantity: quantityRule,
      /** The price that the buyer saw; another one is refused. */
      expectedHao: hao.optional(),
    }),
    answer: z.object({
      orderId: idOf('order'),
      name: z.string(),
      segmentCount: segments,
      expiresAt: moment,
      amountHao: hao,
      /** What the balance has after it. */
      availableHao: hao,
    }),
    refusals: ['package_unavailable', 'price_changed', 'balance_insufficient'],
    once: true,
  }),
}
