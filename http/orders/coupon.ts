import { couponCalls } from '#contract/orders/coupon.ts'
import { Refusal } from '#contract/refusals.ts'
import { allowCouponTry, countCouponTry, previewCoupon } from '#domain/orders/index.ts'
import { handle, type MemberContext } from '#http/server/serve.ts'

/**
 * Rate limit of coupon guessing: runs an act with a coupon code and counts unknown codes, wherever they are tried.
 * Refuses `coupon_limited`.
 */
export async function withCouponTry<Given>(
  { tx, account, now, afterRefusal }: MemberContext,
  code: string | undefined,
  work: () => Promise<Given>,
): Promise<Given> {
  if (code === undefined) return work()
  await allowCouponTry(tx, account, now())
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'coupon_unknown') afterRefusal(db => countCouponTry(db, account, now()))
    throw error
  }
}

export const couponHandlers = [
  handle(couponCalls.check, (context, input) =>
    withCouponTry(context, input.couponCode, () => previewCoupon(context.tx, context.account, { ...input, now: context.now() })),
  ),
]
