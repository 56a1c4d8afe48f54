import type { Got } from '#contract/call.ts'
import type { financeCalls } from '#contract/finance.ts'

export type Prices = Got<typeof financeCalls.prices>
export type Offer = Prices['packages'][number]
export type Purchased = Got<typeof financeCalls.purchase>

/** What as many segments cost without a package, in 毫, at the lowest price of what the package may be used for: what it saves is at least that. */
export function withoutPackageHao(offer: Offer, prices: Prices['unitPrices']): number {
  const ofKind = {
    industry: [prices.code, prices.notice],
    marketing: [prices.marketing],
    general: [prices.code, prices.notice, prices.marketing],
  }
  return Math.min(...ofKind[offer.kind]) * offer.segmentCount
}
