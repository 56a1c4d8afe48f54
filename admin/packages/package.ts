import type { CallAnswerWire } from '#contract/call.ts'
import { adminCouponCalls } from '#contract/orders/admin-coupon.ts'
import { adminPackageCalls, adminPriceCalls } from '#contract/orders/admin-package.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { keysOf } from '#values/keys.ts'
import { formatYuan } from '#values/money.ts'

export type Package = CallAnswerWire<typeof adminPackageCalls.list>['rows'][number]
export type Measures = CallAnswerWire<typeof adminPackageCalls.list>['measures']
type Prices = CallAnswerWire<typeof adminPriceCalls.list>
export type PriceVersion = Prices['versions'][number]
export type PriceKind = PriceVersion['kind']

export const priceKinds = { otp: '验证码', transactional: '通知', marketing: '推广' } as const
export const kinds = keysOf(priceKinds)

export const packageAnswers = [
  adminPackageCalls.list,
  adminPackageCalls.history,
  adminPackageCalls.versions,
  adminApprovalCalls.list,
  adminAuditLogCalls.list,
]
export type Coupon = CallAnswerWire<typeof adminCouponCalls.list>['rows'][number]
/** 「满¥100.00减¥20.00」, 「满¥100.00减10%」. */
export const couponRule = ({ kind, off, minimumHao }: Coupon) =>
  `满${formatYuan(minimumHao)}减${kind === 'amount' ? formatYuan(off) : `${off}%`}`
export const couponAnswers = [adminCouponCalls.list, adminApprovalCalls.list, adminCouponCalls.history, adminAuditLogCalls.list]
export const priceAnswers = [
  adminPriceCalls.list,
  adminApprovalCalls.list,
  adminPriceCalls.accounts,
  adminPriceCalls.history,
  adminAuditLogCalls.list,
]

/** 毫 as plain yuan for a form: 48.00, 0.046. */
export const yuanText = (hao: number) => formatYuan(hao).replace(/[¥,]/g, '')

export const packageTabs = [
  { key: '', label: '套餐' },
  { key: 'prices', label: '单价' },
  { key: 'coupons', label: '优惠码' },
]
