import type { RefundTier } from '#db/json.ts'
import { limits } from '#values/limits.ts'
import { haoPerFen } from '#values/money.ts'

interface Sold {
  name: string
  segmentCount: number
  priceHao: number
}

/**
 * Refund tiers of a kind of package: use below the smallest package's size costs the single price, then the price of
 * the largest package that the use would have filled. Used segments never cost less than in the bought package,
 * whatever else was sold by mistake. `singleHao`: hao per segment without a package; null: no such price, and the
 * smallest package's applies from the first segment.
 */
export function refundTiers(sold: readonly Sold[], singleHao: number | null, bought: Sold): RefundTier[] {
  const isDearEnough = (one: Sold) =>
    BigInt(one.priceHao) * BigInt(bought.segmentCount) >= BigInt(bought.priceHao) * BigInt(one.segmentCount)
  const sorted = [...sold.filter(isDearEnough), bought].sort((a, b) => a.segmentCount - b.segmentCount)
  const bySize = singleHao === null ? withoutStray(sorted, bought) : sorted
  const tiers: RefundTier[] = singleHao === null ? [] : [{ from: 0, priceHao: singleHao, perCount: 1, name: null }]
  for (const { name, segmentCount, priceHao } of bySize) {
    const last = tiers.at(-1)
    // A segment never gets dearer with more use.
    if (last && BigInt(priceHao) * BigInt(last.perCount) >= BigInt(last.priceHao) * BigInt(segmentCount)) continue
    tiers.push({ from: last ? segmentCount : 0, priceHao, perCount: segmentCount, name })
  }
  return tiers
}

/**
 * Without a single price, drops packages at several times the unit price of the next larger one as sold by mistake:
 * used units don't cost that.
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

/** The tier for so many used segments. The first starts at 0, so there always is one. */
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
  /** When the package expires. */
  expiresAt: Date
  tiers: readonly RefundTier[]
}

/** Why nothing is refunded. */
type RefundBar = 'late' | 'ended' | 'held' | 'used_up' | 'worth_nothing'

export type RefundSum =
  | { bar: null; rule: 'whole' | 'rest'; amountHao: number; usedHao: number; tier: RefundTier | null }
  | { bar: RefundBar }

/**
 * Refund of a package: within 7 days and unused, the full price; up to 90 days, the price minus the used segments at
 * their tier, in whole fen rounded down and never below zero.
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

/** Cost in hao of used segments at a tier, rounded up to whole fen. */
function usedCost({ priceHao, perCount }: RefundTier, usedCount: number): number {
  const perFen = BigInt(perCount) * BigInt(haoPerFen)
  return Number((BigInt(usedCount) * BigInt(priceHao) + perFen - 1n) / perFen) * haoPerFen
}
