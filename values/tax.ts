import { haoPerFen } from './money.ts'

/** A sum that contains its tax, taken apart: whole fen in 毫, and net + tax = gross. */
export interface TaxSplit {
  grossHao: number
  netHao: number
  taxHao: number
}

/**
 * Takes the tax out of a sum of whole fen: net = gross × 100 ÷ (100 + rate), half a fen up; tax is the rest (spec/finance-detail.md §6). The rate is in basis
 * points.
 */
export function splitTax(grossHao: number, rateBp: number): TaxSplit {
  const grossFen = BigInt(grossHao / haoPerFen)
  const whole = 10_000n + BigInt(rateBp)
  const netHao = Number((grossFen * 20_000n + whole) / (2n * whole)) * haoPerFen
  return { grossHao, netHao, taxHao: grossHao - netHao }
}

/** `900` as 9%, `650` as 6.5%. */
export const rateText = (rateBp: number): string => `${rateBp / 100}%`

/** The whole fen of a sum, in 毫, towards less. */
export const wholeFen = (hao: number): number => Math.floor(hao / haoPerFen) * haoPerFen
