import { haoPerFen } from './money.ts'

/** A gross sum split into net and tax: whole fen in hao, net + tax = gross. */
export interface TaxSplit {
  grossHao: number
  netHao: number
  taxHao: number
}

/**
 * Splits the tax from a gross sum of whole fen: net = gross × 100 ÷ (100 + rate), half a fen rounded up; the rest is
 * tax. The rate is in basis points.
 */
export function splitTax(grossHao: number, rateBp: number): TaxSplit {
  const grossFen = BigInt(grossHao / haoPerFen)
  const whole = 10_000n + BigInt(rateBp)
  const netHao = Number((grossFen * 20_000n + whole) / (2n * whole)) * haoPerFen
  return { grossHao, netHao, taxHao: grossHao - netHao }
}

/** `900` as 9%, `650` as 6.5%. */
export const rateText = (rateBp: number): string => `${rateBp / 100}%`

/** A sum rounded down to whole fen, in hao. */
export const wholeFen = (hao: number): number => Math.floor(hao / haoPerFen) * haoPerFen
