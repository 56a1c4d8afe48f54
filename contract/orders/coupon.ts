import { z } from 'zod'
import { get, member } from '#contract/call.ts'
import { couponCodeRule, packageRule } from '#contract/rules.ts'
import { customCountRule } from './custom-count.ts'
import { quantityRule } from './finance.ts'

const hao = z.number().int()

/** Coupons (优惠码) for buyers of packages. */
export const couponCalls = {
  check: get('/api/coupons/check', '查询优惠码能优惠多少', member('finance.read'), {
    input: z.object({
      couponCode: couponCodeRule,
      packageId: packageRule,
      quantity: z.coerce.number().pipe(quantityRule),
      customCount: z.coerce.number().pipe(customCountRule).optional(),
    }),
    answer: z.object({
      name: z.string(),
      /** Its discount, and the sum that remains to be paid. */
      couponHao: hao,
      amountHao: hao,
    }),
    refusals: ['package_unavailable', 'coupon_unknown', 'coupon_barred', 'coupon_limited'],
  }),
}
