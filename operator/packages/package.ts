import type { Got } from '#contract/call.ts'
import { operatorActivityCalls } from '#contract/operator-activity.ts'
import { operatorApprovalCalls } from '#contract/operator-approval.ts'
import { operatorCouponCalls } from '#contract/operator-coupon.ts'
import { operatorPackageCalls, operatorPriceCalls } from '#contract/operator-package.ts'
import { formatYuan } from '#values/money.ts'

export type Package = Got<typeof operatorPackageCalls.list>['rows'][number]
export type Measures = Got<typeof operatorPackageCalls.list>['measures']
export type Prices = Got<typeof operatorPriceCalls.list>
export type PriceVersion = Prices['versions'][number]
export type PriceKind = PriceVersion['kind']

export const priceKinds = { code: '验证码', notice: '通知', marketing: '推广' } as const
export const kinds = Object.keys(priceKinds) as PriceKind[]

export const packageAnswers = [
  operatorPackageCalls.list,
  operatorPackageCalls.history,
  operatorPackageCalls.versions,
  operatorApprovalCalls.list,
  operatorActivityCalls.list,
]
export type Coupon = Got<typeof operatorCouponCalls.list>['rows'][number]
/** 「满¥100.00减¥20.00」, 「满¥100.00减10%」. */
export const couponRule = ({ kind, off, minimumHao }: Coupon) =>
  `满${formatYuan(minimumHao)}减${kind === 'amount' ? formatYuan(off) : `${off}%`}`
export const couponAnswers = [operatorCouponCalls.list, operatorApprovalCalls.list, operatorCouponCalls.history, operatorActivityCalls.list]
export const priceAnswers = [
  operatorPriceCalls.list,
  operatorApprovalCalls.list,
  operatorPriceCalls.accounts,
  operatorPriceCalls.history,
  operatorActivityCalls.list,
]

/** 毫 as the plain yuan that a form takes: 48.00, 0.046. */
export const yuanText = (hao: number) => formatYuan(hao).replace(/[¥,]/g, '')

export const packageTabs = [
  { key: '', label: '套餐' },
  { key: 'prices', label: '单价' },
  { key: 'coupons', label: '优惠码' },
]
