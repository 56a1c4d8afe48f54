import type { CallAnswerWire } from '#contract/call.ts'
import type { SaleLine } from '#contract/orders/custom-count.ts'
import type { financeCalls } from '#contract/orders/finance.ts'
import type { CallTarget } from '#ui/call.ts'

export type Offer = CallAnswerWire<typeof financeCalls.prices>['linkPackages'][number]
export type Purchased = CallAnswerWire<typeof financeCalls.purchase>

/** The buyer's choice so far. */
export interface Choice {
  offer: Offer
  /** Total number of segments or units, and their price; null while the typed number is invalid. */
  line: (SaleLine & { count: number }) | null
  /** Discount of the coupon; null: none is used. */
  coupon: { code: string; name: string; couponHao: number } | null
  /** Sum to pay; null while a number is invalid, or the coupon's answer is pending or negative. */
  amountHao: number | null
}

/** A product: packages of messages or of short links. */
export interface Product {
  /** 购买短信套餐 */
  title: string
  /** The page of the account's own packages, and its title. */
  home: '/sms/combo' | '/shorturl/combo'
  homeName: string
  /** What a package counts: 条 or 次. */
  unit: '条' | '次'
  note?: string | undefined
  groups: readonly { name: string; use: string; offers: readonly Offer[] }[]
  /** Price in 毫 of one segment without a package, at least; null: not sold singly. */
  singleHao: ((offer: Offer) => number) | null
  /** The order in which packages are used. */
  order: string
  /** What a buyer should know before paying. */
  rules: readonly string[]
  /** Value added tax, in hundredths of a percent; null: none is set. */
  taxRateBp: number | null
  /** Undefined while it isn't known. */
  availableHao: number | undefined
  /** Bonus money, which pays before the balance. */
  bonusHao: number | undefined
  /** Reloads prices and balance. */
  onRefresh: () => void
  /** Calls that a purchase outdates. */
  invalidates: readonly CallTarget[]
}

/** The home page's call by its address: importing its contract would bring statistics and broadcasts along. */
export const homeCall: CallTarget = { method: 'GET', path: '/api/home' }
