import { homeCall } from '#console/shared/purchase/product.ts'
import { transactionCalls } from '#contract/billing/transaction.ts'
import { homeCalls } from '#contract/home/home.ts'
import { linkPackageCalls } from '#contract/links/link-package.ts'
import { financeCalls } from '#contract/orders/finance.ts'
import { orderCalls } from '#contract/orders/order.ts'
import { packageCalls } from '#contract/orders/package.ts'
import { rechargeCalls } from '#contract/payments/recharge.ts'
import type { CallTarget } from '#ui/call.ts'
import { meCall } from '../../../session.ts'

/** Answers that an order outdates when it is placed, paid, ended or refunded. */
export const orderAnswers: readonly CallTarget[] = [
  orderCalls.list,
  orderCalls.one,
  orderCalls.refundSum,
  meCall,
  homeCall,
  packageCalls.list,
  packageCalls.remains,
  linkPackageCalls.list,
  homeCalls.frame,
  rechargeCalls.list,
  transactionCalls.list,
  transactionCalls.totals,
  financeCalls.prices,
]
