import { limits } from '#values/limits.ts'
import { formatUnitPrice } from '#values/money.ts'

/** Reference for a new unit price, in hao; null: nothing to compare with. */
export interface PriceMeasure {
  /** The public price. */
  usualHao: number | null
  /** Cost of the most expensive channel. */
  costHao: number | null
}

const band = limits.priceBandPercent

/**
 * Why a price needs four-eyes approval; null: one person may set it. Forms show it as a warning, the server requests
 * the approval.
 */
export function priceApprovalReason(unitHao: number, { usualHao, costHao }: PriceMeasure, mayBeDearer: boolean): string | null {
  const each = `每条${formatUnitPrice(Math.floor(unitHao))}`
  if (costHao !== null && unitHao < costHao) return `${each}，低于通道成本${formatUnitPrice(costHao)}`
  if (usualHao === null) return null
  if (unitHao * 100 < usualHao * (100 - band)) return `${each}，比平台单价${formatUnitPrice(usualHao)}低${band}%以上`
  if (!mayBeDearer && unitHao * 100 > usualHao * (100 + band)) return `${each}，比平台单价${formatUnitPrice(usualHao)}高${band}%以上`
  return null
}

interface Off {
  kind: 'amount' | 'percent'
  /** Hao, or percent. */
  off: number
  minimumHao: number
}

/** The same for a coupon's discount. */
export function couponApprovalReason({ kind, off, minimumHao }: Off): string | null {
  const percent = kind === 'percent' ? off : (off * 100) / minimumHao
  return percent > band ? `最多优惠${Math.ceil(percent)}%，超过${band}%` : null
}
