import { limits } from '#values/limits.ts'
import { formatUnitPrice } from '#values/money.ts'

/** What a new price of a segment or unit is held against, in 毫; null: there is nothing to compare with. */
export interface PriceMeasure {
  /** What it costs everybody. */
  usualHao: number | null
  /** What the dearest channel costs. */
  costHao: number | null
}

const band = limits.priceBandPercent

/** Why a price is for two people to set; null: one may set it alone. Forms warn with it, the server asks the second person. */
export function priceDoubt(unitHao: number, { usualHao, costHao }: PriceMeasure, mayBeDearer: boolean): string | null {
  const each = `每条${formatUnitPrice(Math.floor(unitHao))}`
  if (costHao !== null && unitHao < costHao) return `${each}，低于通道成本${formatUnitPrice(costHao)}`
  if (usualHao === null) return null
  if (unitHao * 100 < usualHao * (100 - band)) return `${each}，比平台单价${formatUnitPrice(usualHao)}低${band}%以上`
  if (!mayBeDearer && unitHao * 100 > usualHao * (100 + band)) return `${each}，比平台单价${formatUnitPrice(usualHao)}高${band}%以上`
  return null
}

interface Off {
  kind: 'amount' | 'percent'
  /** 毫, or percent. */
  off: number
  minimumHao: number
}

/** The same of what a coupon takes off. */
export function couponDoubt({ kind, off, minimumHao }: Off): string | null {
  const percent = kind === 'percent' ? off : (off * 100) / minimumHao
  return percent > band ? `最多优惠${Math.ceil(percent)}%，超过${band}%` : null
}
