import { adminCouponCalls } from '#contract/orders/admin-coupon.ts'
import { actsOf } from '#contract/staff/admin-history.ts'
import { listCoupons, listCouponUses, priceCoupon, stopCoupon } from '#domain/orders/index.ts'
import { listHistory } from '#domain/staff/index.ts'
import { handle } from '#http/server/serve.ts'
import { parseYuanOrThrow } from '#values/money.ts'
import { recordPriced } from './admin-package.ts'

export const adminCouponHandlers = [
  handle(adminCouponCalls.list, ({ tx, now }, filter) => listCoupons(tx, { ...filter, now: now() })),

  handle(adminCouponCalls.create, async ({ tx, note, now, staff }, { off, minimum, reason, ...input }) => {
    note({ object: input.code, detail: { reason } })
    const coupon = { ...input, off: input.kind === 'amount' ? parseYuanOrThrow(off) : Number(off), minimumHao: parseYuanOrThrow(minimum) }
    const priced = await priceCoupon(tx, coupon, { reason, staffId: staff.staffId, now: now() })
    return recordPriced(note, priced, { reason })
  }),

  handle(adminCouponCalls.stop, async ({ tx, note, now }, { code, reason }) => {
    note({ object: code, detail: { reason } })
    await stopCoupon(tx, code, now())
  }),

  handle(adminCouponCalls.uses, ({ tx }, { code, ...page }) => listCouponUses(tx, code, page)),

  handle(adminCouponCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(adminCouponCalls), { ...filter, account: accountId }),
  ),
]
