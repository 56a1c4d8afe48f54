import { financeCalls } from '#contract/finance.ts'
import { linkPackageCalls } from '#contract/link-package.ts'
import { orderCalls } from '#contract/order.ts'
import { packageCalls } from '#contract/package.ts'
import { rechargeCalls } from '#contract/recharge.ts'
import { transactionCalls } from '#contract/transaction.ts'
import type { CallTarget } from '../../../call.ts'
import { meCall } from '../../../session.ts'
import { homeCall } from '../../../ui/purchase/product.ts'

/** Answers that an order makes untrue when it is placed, paid, ended or given back. */
export const orderAnswers: readonly CallTarget[] = [
  orderCalls.list,
  orderCalls.one,
  orderCalls.refundSum,
  meCall,
  homeCall,
  packageCalls.list,
  packageCalls.remains,
  linkPackageCalls.list,
  linkPackageCalls.units,
  rechargeCalls.list,
  transactionCalls.list,
  transactionCalls.totals,
  financeCalls.prices,
]
