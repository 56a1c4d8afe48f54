import { adminCouponCalls } from './admin-coupon.ts'
import { adminOrderCalls, adminRefundCalls } from './admin-order.ts'
import { adminPackageCalls, adminPriceCalls } from './admin-package.ts'
import { couponCalls } from './coupon.ts'
import { financeCalls } from './finance.ts'
import { orderCalls } from './order.ts'
import { packageCalls } from './package.ts'
import { rebuyCalls } from './rebuy.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { finance: financeCalls, coupon: couponCalls, order: orderCalls, package: packageCalls, rebuy: rebuyCalls }

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = {
  package: adminPackageCalls,
  price: adminPriceCalls,
  coupon: adminCouponCalls,
  order: adminOrderCalls,
  refund: adminRefundCalls,
}
