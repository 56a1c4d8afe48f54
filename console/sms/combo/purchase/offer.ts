import type { CallAnswerWire } from '#contract/call.ts'
import type { financeCalls } from '#contract/orders/finance.ts'

type Prices = CallAnswerWire<typeof financeCalls.prices>

/**
 * Price in 毫 of a segment without a package, the lowest of the kinds that the package may be used for: it saves at
 * least that.
 */
export function singleHao({ kind }: Prices['packages'][number], prices: Prices['unitPrices']): number {
  const ofKind = {
    industry: [prices.otp, prices.transactional],
    marketing: [prices.marketing],
    general: [prices.otp, prices.transactional, prices.marketing],
  }
  return Math.min(...ofKind[kind])
}
