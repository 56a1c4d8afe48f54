import { z } from 'zod'
import { limits } from '#values/limits.ts'

/**
 * Price tier: from so many on, each costs `unitPriceHao`. Ascending, and no tier has a higher price than the one
 * before.
 */
export const countTier = z.object({ from: z.number().int(), unitPriceHao: z.number().int() })
export type CountTier = z.infer<typeof countTier>

const { customCountStep, customCountMost } = limits
const message = `请填写${customCountStep.toLocaleString('en-US')}-${customCountMost.toLocaleString('en-US')}之间${customCountStep.toLocaleString('en-US')}的倍数`

/** 自定义条数: custom count of segments or link units for packages without a fixed size. */
export const customCountRule = z
  .number({ error: message })
  .int(message)
  .min(customCountStep, message)
  .max(customCountMost, message)
  .multipleOf(customCountStep, message)

/** A package on sale, as far as its price goes. */
export interface Sold {
  /** With a custom count, the smallest number; the price is that number's. */
  segmentCount: number
  priceHao: number
  listPriceHao: number
  /** Null: a package of fixed size. */
  tiers: readonly CountTier[] | null
}

export interface SaleLine {
  /** Per package. */
  segmentCount: number
  /** Total in hao before and after the package's discount. */
  listHao: number
  amountHao: number
}

/** The tier of a count. */
export function countTierOf(tiers: readonly CountTier[], count: number): CountTier {
  const tier = tiers.findLast(one => one.from <= count)
  if (!tier) throw new RangeError(`no tier for ${count}`)
  return tier
}

/**
 * The order line and its price, shared by forms and server. With a custom count, the total count determines the tier.
 * Null: a custom count for a package of fixed size, a missing one otherwise, or too many in total.
 */
export function saleLine({ tiers, ...sold }: Sold, quantity: number, customCount: number | undefined): SaleLine | null {
  if (tiers === null)
    return customCount === undefined
      ? { segmentCount: sold.segmentCount, listHao: sold.listPriceHao * quantity, amountHao: sold.priceHao * quantity }
      : null
  if (customCount === undefined || customCount * quantity > customCountMost) return null
  const amountHao = customCount * quantity * countTierOf(tiers, customCount * quantity).unitPriceHao
  return { segmentCount: customCount, listHao: amountHao, amountHao }
}
