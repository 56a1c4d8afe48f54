/** Packages, prices, coupons, orders, automatic renewal. */
export { listCoupons, listCouponUses, stopCoupon } from './admin-coupon.ts'
export { listAllOrders, readCustomerOrder } from './admin-order.ts'
export { cancelVersion, listPackagesForStaff, listVersions, switchPackage } from './admin-package.ts'
export { cancelPrice, listOwnPrices, readPrices } from './admin-price.ts'
export {
  couponAct,
  type Priced,
  packageAct,
  packageMeasures,
  priceAct,
  priceCoupon,
  priceMeasures,
  pricePackage,
  priceSegment,
} from './admin-price-approval.ts'
export { listCountryPrices, setCountryPrice } from './country-price.ts'
export { allowCouponTry, countCouponTry } from './coupon-try.ts'
export { findOrder, lockAccount, lockOrder, payableOrder, payOrder, placeOrder, previewCoupon, refuseState } from './order.ts'
export { endOrder, readDue, waitingPayments } from './order-end.ts'
export { orderExport } from './order-export.ts'
export { listOrders, readOrder } from './order-list.ts'
export { endRefund, lockRefund, payRefund, previewRefund, requestRefund, withdrawRefund } from './order-refund.ts'
export { buyWithPayment } from './order-settlement.ts'
export { awaitTransfer, buyWithTransfer } from './order-transfer.ts'
export { notifyExpiringPackages } from './package-expiry.ts'
export { listLinkPackages, listPackages, packagesCreated, readRemaining, setWhenEmpty } from './package-list.ts'
export { packageUse } from './package-use.ts'
export { pricesOn } from './price.ts'
export { purchasePackage } from './purchase.ts'
export { deleteAutoRenewal, listRebuys, renewAll, saveAutoRenewal } from './rebuy.ts'
export { shownStateSql } from './recharge-state.ts'
export { adminOrderSearch, orderSearch } from './search.ts'
