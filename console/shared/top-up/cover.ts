import { customCountRule, saleLine } from '#contract/orders/custom-count.ts'
import { quantityRule } from '#contract/orders/finance.ts'
import type { SaleKind } from '#contract/orders/package.ts'
import { limits } from '#values/limits.ts'
import { haoPerFen } from '#values/money.ts'
import type { Offer } from '../purchase/product.ts'

/** What is missing to pay for something. */
export interface Lack {
  /** Money that would pay it; null: only a package can. */
  shortHao: number | null
  /**
   * Packages that would pay it instead: their kinds, the segments or units to cover, and the money that is needed
   * besides; null: only money can.
   */
  packages: { kinds: readonly SaleKind[]; count: number; besidesHao: number } | null
}

/** The missing money in whole fen. */
export const wholeFen = (hao: number): number => Math.ceil(hao / haoPerFen) * haoPerFen

/** A purchase that covers a count. */
export interface Cover {
  offer: Offer
  quantity: number
  customCount: number | undefined
  /** Segments or units in all. */
  count: number
  amountHao: number
}

/**
 * The cheapest purchase of one package that covers a count, and of equally cheap ones the largest; null: there is none.
 */
export function cheapestCover(offers: readonly Offer[], wantedCount: number): Cover | null {
  const covers = offers.flatMap(offer => (offer.tiers ? customCovers(offer, offer.tiers, wantedCount) : fixedCovers(offer, wantedCount)))
  return covers.toSorted((a, b) => a.amountHao - b.amountHao || b.count - a.count)[0] ?? null
}

function fixedCovers(offer: Offer, wantedCount: number): Cover[] {
  const quantity = Math.ceil(wantedCount / offer.segmentCount)
  const isSold = quantityRule.safeParse(quantity).success && quantity <= (offer.limitPerAccount ?? quantity)
  return isSold ? coverOf(offer, quantity, undefined) : []
}

/** A size that reaches the next tier may cost less than one that is just enough. */
function customCovers(offer: Offer, tiers: NonNullable<Offer['tiers']>, wantedCount: number): Cover[] {
  const least = Math.ceil(wantedCount / limits.customCountStep) * limits.customCountStep
  const sizes = [least, ...tiers.map(({ from }) => from).filter(from => from > least)]
  return sizes.filter(size => customCountRule.safeParse(size).success).flatMap(size => coverOf(offer, 1, size))
}

function coverOf(offer: Offer, quantity: number, customCount: number | undefined): Cover[] {
  const line = saleLine(offer, quantity, customCount)
  return line ? [{ offer, quantity, customCount, count: line.segmentCount * quantity, amountHao: line.amountHao }] : []
}
