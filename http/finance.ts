import { couponCalls } from '#contract/coupon.ts'
import { financeCalls } from '#contract/finance.ts'
import { asAccount } from '#db/connect.ts'
import { previewCoupon } from '#domain/finance/order.ts'
import { pricesOn } from '#domain/finance/price.ts'
import { purchasePackage } from '#domain/finance/purchase.ts'
import { handle } from './serve.ts'

export const financeHandlers = [
  handle(financeCalls.prices, ({ db, session, now }) =>
    session ? asAccount(db, session.account, tx => pricesOn(tx, now(), session.account)) : pricesOn(db, now(), null),
  ),
  handle(financeCalls.purchase, async ({ tx, account, member, now, note }, input) => {
    const bought = await purchasePackage(tx, account, { ...input, memberId: member.memberId, now: now() })
    note({
      object: bought.name,
      after: { amountHao: bought.amountHao, quantity: input.quantity, ...(input.couponCode ? { couponCode: input.couponCode } : {}) },
    })
    return bought
  }),
  handle(couponCalls.check, ({ tx, account, now }, input) => previewCoupon(tx, account, { ...input, now: now() })),
]
