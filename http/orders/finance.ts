import { financeCalls } from '#contract/orders/finance.ts'
import { asAccount } from '#db/connect.ts'
import { pricesOn, purchasePackage } from '#domain/orders/index.ts'
import { handle } from '#http/server/serve.ts'
import { withCouponTry } from './coupon.ts'

export const financeHandlers = [
  handle(financeCalls.prices, ({ db, session, now }) =>
    session ? asAccount(db, session.account, tx => pricesOn(tx, now(), session.account)) : pricesOn(db, now(), null),
  ),
  handle(financeCalls.purchase, async (context, input) => {
    const { tx, account, member, now, note } = context
    const purchase = { ...input, memberId: member.memberId, now: now() }
    const bought = await withCouponTry(context, input.couponCode, () => purchasePackage(tx, account, purchase))
    note({
      object: bought.name,
      after: { amountHao: bought.amountHao, quantity: input.quantity, ...(input.couponCode ? { couponCode: input.couponCode } : {}) },
    })
    return bought
  }),
]
