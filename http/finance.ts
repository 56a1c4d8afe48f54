import { financeCalls } from '#contract/finance.ts'
import { pricesOn } from '#domain/finance/price.ts'
import { purchasePackage } from '#domain/finance/purchase.ts'
import { handle } from './serve.ts'

export const financeHandlers = [
  handle(financeCalls.prices, ({ db, now }) => pricesOn(db, now())),
  handle(financeCalls.purchase, ({ tx, account, now }, input) => purchasePackage(tx, account, { ...input, now: now() })),
]
