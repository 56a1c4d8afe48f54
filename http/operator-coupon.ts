import { operatorCouponCalls } from '#contract/operator-coupon.ts'
import { actsOf } from '#contract/operator-history.ts'
import { listCoupons, listCouponUses, stopCoupon } from '#domain/staff/coupon.ts'
import { listHistory } from '#domain/staff/history.ts'
import { priceCoupon } from '#domain/staff/price-approval.ts'
import type { AccountId } from '#values/id.ts'
import { parseYuan } from '#values/money.ts'
import { tellPriced } from './operator-package.ts'
import { handle } from './serve.ts'

export const operatorCouponHandlers = [
  handle(operatorCouponCalls.list, ({ tx, now }, filter) => listCoupons(tx, { ...filter, now: now() })),

  handle(operatorCouponCalls.create, async ({ tx, note, now, staff }, { off, minimum, reason, ...input }) => {
    note({ object: input.code, detail: { reason } })
    const coupon = { ...input, off: input.kind === 'amount' ? parseYuan(off)! : Number(off), minimumHao: parseYuan(minimum)! }
    const priced = await priceCoupon(tx, coupon, { reason, staffId: staff.staffId, now: now() })
    return tellPriced(note, priced, { reason })
  }),

  handle(operatorCouponCalls.stop, async ({ tx, note, now }, { code, reason }) => {
    note({ object: code, detail: { reason } })
    await stopCoupon(tx, code, now())
    return {}
  }),

  handle(operatorCouponCalls.uses, ({ tx }, { code, ...page }) => listCouponUses(tx, code, page)),

  handle(operatorCouponCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(operatorCouponCalls), { ...filter, account: accountId as AccountId | undefined }),
  ),
]
