import { z } from 'zod'
import { limits } from '#values/limits.ts'

/** From so many of a purchase on, each of them costs `unitPriceHao`. Ascending, and no tier is dearer than the one before it. */
export const countTier = z.object({ from: z.number().int(), unitPriceHao: z.number().int() })
export type CountTier = z.infer<typeof countTier>

const { customCountStep, customCountMost } = limits
const message = `请填写${customCountStep.toLocaleString('en-US')}-${customCountMost.toLocaleString('en-US')}之间${customCountStep.toLocaleString('en-US')}的倍数`

/** 自定义条数: how many segments or link units a buyer wants where no package says it. */
export const customCountRule = z
  .number({ error: message })
  .int(message)
  .min(customCountStep, message)
  .max(customCountMost, message)
  .multipleOf(customCountStep, message)

/** What is on sale, as far as its price goes. */
export interface Sold {
  /** Of a package whose number the buyer says, the smallest there is; so is the price. */
  segmentCount: number
  priceHao: number
  listPriceHao: number
  /** Null: a package of a fixed size. */
  tiers: readonly CountTier[] | null
}

export interface SaleLine {
  /** Of one package. */
  segmentCount: number
  /** 毫 of all, before and after the discount that the package has. */
  listHao: number
  amountHao: number
}

/** The tier in which so many lie. */
export function countTierOf(tiers: readonly CountTier[], count: number): CountTier {
  const tier = tiers.findLast(one => one.from <= count)
  if (!tier) throw new RangeError(`no tier for ${count}`)
  return tier
}

/**
 * What is bought and what it costs: forms and server reckon with this. Of a number of the buyer's own, all that he buys at once decides the tier.
 * Null: a number was said where the package has its own, was not said where it hasn't, or all of them are too many.
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
