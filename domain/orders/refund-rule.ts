import { limits } from '#values/limits.ts'
import { haoPerFen } from '#values/money.ts'

/** What used segments cost when the rest of their package is given back: from so many used on, `priceHao` for every `perCount`. */
export interface RefundTier {
  from: number
  priceHao: number
  perCount: number
  /** The package whose price it is; null: the price of single ones. */
  name: string | null
}

interface Sold {
  name: string
  segmentCount: number
  priceHao: number
}

/**
 * The tiers of a kind of package: who used fewer than the smallest package holds pays the price of single segments, then that of the largest package that the use
 * would have filled. Used segments never cost less than they did in the package that was bought, whatever else was sold by mistake. `singleHao`: 毫 of a segment
 * without a package; null: there is no such price, and the smallest package's holds from the first on.
 */
export function refundTiers(sold: readonly Sold[], singleHao: number | null, bought: Sold): RefundTier[] {
  const isDearEnough = (one: Sold) =>
    BigInt(one.priceHao) * BigInt(bought.segmentCount) >= BigInt(bought.priceHao) * BigInt(one.segmentCount)
  const sorted = [...sold.filter(isDearEnough), bought].sort((a, b) => a.segmentCount - b.segmentCount)
  const bySize = singleHao === null ? withoutStray(sorted, bought) : sorted
  const tiers: RefundTier[] = singleHao === null ? [] : [{ from: 0, priceHao: singleHao, perCount: 1, name: null }]
  for (const { name, segmentCount, priceHao } of bySize) {
    const last = tiers.at(-1)
    // Nobody pays more for a segment because he used more of them.
    if (last && BigInt(priceHao) * BigInt(last.perCount) >= BigInt(last.priceHao) * BigInt(segmentCount)) continue
    tiers.push({ from: last ? segmentCount : 0, priceHao, perCount: segmentCount, name })
  }
  return tiers
}

/**
 * Where there is no price of single ones to hold them against, packages at several times the price of the next larger one were sold by mistake: used units
 * do not cost that.
 */
function withoutStray(bySize: readonly Sold[], bought: Sold): Sold[] {
  const kept: Sold[] = []
  for (const one of bySize.toReversed()) {
    const larger = kept.at(-1)
    const isUsual = !larger || one.priceHao * larger.segmentCount <= limits.refundTierTimes * larger.priceHao * one.segmentCount
    if (isUsual || one === bought) kept.push(one)
  }
  return kept.reverse()
}

/** The tier of so many used segments. The first begins at none, so that there always is one. */
export function tierOf(tiers: readonly RefundTier[], usedCount: number): RefundTier {
  const tier = tiers.findLast(one => one.from <= usedCount)
  if (!tier) throw new Error('an order without tiers')
  return tier
}

const dayMs = 86_400_000

export interface RefundFacts {
  amountHao: number
  paidAt: Date
  usedCount: number
  heldCount: number
  leftCount: number
  /** When the package ends. */
  expiresAt: Date
  tiers: readonly RefundTier[]
}

/** Why nothing is given back. */
export type RefundBar = 'late' | 'ended' | 'held' | 'used_up' | 'worth_nothing'

export type RefundSum =
  | { bar: null; rule: 'whole' | 'rest'; amountHao: number; usedHao: number; tier: RefundTier | null }
  | { bar: RefundBar }

/**
 * What giving a package back returns (spec/finance.md, "finance/order"): within 7 days and unused all of it, up to 90 days what was paid minus what the used
 * segments cost at their tier, in whole fen rounded down and never below zero.
 */
export function refundSum(facts: RefundFacts, now: Date): RefundSum {
  const { amountHao, paidAt, usedCount, heldCount, leftCount, expiresAt, tiers } = facts
  const ageMs = now.getTime() - paidAt.getTime()
  if (ageMs > limits.refundDays * dayMs) return { bar: 'late' }
  if (expiresAt <= now) return { bar: 'ended' }
  if (heldCount > 0) return { bar: 'held' }
  if (leftCount === 0) return { bar: 'used_up' }
  if (usedCount === 0 && ageMs <= limits.wholeRefundDays * dayMs) return { bar: null, rule: 'whole', amountHao, usedHao: 0, tier: null }
  const tier = tierOf(tiers, usedCount)
  const usedHao = usedCost(tier, usedCount)
  const restHao = Math.max(0, amountHao - usedHao)
  return restHao === 0 ? { bar: 'worth_nothing' } : { bar: null, rule: 'rest', amountHao: restHao, usedHao, tier }
}

/** 毫 of used segments at a tier, rounded up to whole fen. */
function usedCost({ priceHao, perCount }: RefundTier, usedCount: number): number {
  const perFen = BigInt(perCount) * BigInt(haoPerFen)
  return Number((BigInt(usedCount) * BigInt(priceHao) + perFen - 1n) / perFen) * haoPerFen
}
