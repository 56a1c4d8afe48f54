import { z } from 'zod'
import { call, member } from './call.ts'
import { packageRule } from './rules.ts'
import { idOf } from './scalars.ts'

export const financeCalls = {
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
