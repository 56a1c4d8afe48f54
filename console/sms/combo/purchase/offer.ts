import type { CallAnswerWire } from '#contract/call.ts'
import type { financeCalls } from '#contract/orders/finance.ts'

type Prices = CallAnswerWire<typeof financeCalls.prices>

/** 毫 of a segment without a package, at the lowest price of what the package may be used for: what it saves is at least that. */
export function singleHao({ kind }: Prices['packages'][number], prices: Prices['unitPrices']): number {
  const ofKind = {
    industry: [prices.code, prices.notice],
    marketing: [prices.marketing],
    general: [prices.code, prices.notice, prices.marketing],
  }
  return Math.min(...ofKind[kind])
}
