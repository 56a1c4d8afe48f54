import { financeCalls } from '#contract/finance.ts'
import { asAccount } from '#db/connect.ts'
import { pricesOn } from '#domain/finance/price.ts'
import { purchasePackage } from '#domain/finance/purchase.ts'
import { handle } from './serve.ts'

export const financeHandlers = [
  handle(financeCalls.prices, ({ db, session, now }) =>
    session ? asAccount(db, session.account, tx => pricesOn(tx, now(), session.account)) : pricesOn(db, now(), null),
  ),
  handle(financeCalls.purchase, ({ tx, account, now }, input) => purchasePackage(tx, account, { ...input, now: now() })),
]
