import type { CallAnswerWire } from '#contract/call.ts'
import type { SaleLine } from '#contract/orders/custom-count.ts'
import type { financeCalls } from '#contract/orders/finance.ts'
import type { CallTarget } from '#ui/call.ts'

export type Offer = CallAnswerWire<typeof financeCalls.prices>['linkPackages'][number]
export type Purchased = CallAnswerWire<typeof financeCalls.purchase>

/** What the buyer has chosen so far. */
export interface Choice {
  offer: Offer
  /** How many segments or units of it there are in all, and what they cost; null while a number that was typed is none. */
  line: (SaleLine & { count: number }) | null
  /** What a code takes off; null: none is used. */
  coupon: { code: string; name: string; couponHao: number } | null
  /** What is to be paid; null while a number is none, or a code's answer is on its way or no. */
  amountHao: number | null
}

/** What a screen sells: packages of messages or of short links. */
export interface Product {
  /** 购买短信套餐 */
  title: string
  /** Where the account's own packages are, and what that screen is called. */
  home: '/sms/combo' | '/shorturl/combo'
  homeName: string
  /** What a package counts: 条 or 次. */
  unit: '条' | '次'
  note?: string | undefined
  groups: readonly { name: string; use: string; offers: readonly Offer[] }[]
  /** 毫 of one segment without a package, at least; null: there is no such way. */
  singleHao: ((offer: Offer) => number) | null
  /** Which package is used first. */
  order: string
  /** What a buyer should know before paying. */
  rules: readonly string[]
  /** Of value added tax, in hundredths of a percent; null: none is set. */
  taxRateBp: number | null
  /** Undefined while it isn't known. */
  availableHao: number | undefined
  /** Gift money that pays before the balance. */
  bonusHao: number | undefined
  /** Asks prices and balance anew. */
  onRefresh: () => void
  /** What a purchase makes untrue. */
  invalidates: readonly CallTarget[]
}

/** The home page's call by its address: its contract brings the statistics and broadcasts along. */
export const homeCall: CallTarget = { method: 'GET', path: '/api/home' }
