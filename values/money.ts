import { itemOrThrow } from './or-throw.ts'
/** Money is a whole number of hao (毫, 1/10,000 yuan): unit prices run from 0.0325 to 0.05 yuan. */
export const haoPerYuan = 10_000
export const haoPerFen = 100

const yuanPattern = /^(0|[1-9]\d*)(?:\.(\d{1,4}))?$/

/**
 * Parses a decimal text in yuan into exact hao (`"0.0325"` → 325); null when it is no such number. Never uses floats.
 */
export function parseYuan(text: string): number | null {
  const match = yuanPattern.exec(text)
  if (!match) return null
  const hao = BigInt(itemOrThrow(match, 1)) * 10_000n + BigInt((match[2] ?? '').padEnd(4, '0'))
  return hao <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(hao) : null
}

/** The same of a text that a schema has checked already; throws for any other. */
export function parseYuanOrThrow(text: string): number {
  const hao = parseYuan(text)
  if (hao === null) throw new RangeError(`no amount in yuan: ${text}`)
  return hao
}

/** `¥1,234.50`; the third and fourth decimal appear only when the amount has them, as unit prices do. */
export const formatYuan = (hao: number): string => formatDecimals(hao, decimalsOf(hao))

/** How many decimals of yuan an amount has: two, or up to four with parts of a fen. */
export const decimalsOf = (hao: number): number => (hao % haoPerFen === 0 ? 2 : hao % 10 === 0 ? 3 : 4)

/** With at least so many decimals as the amount has: `¥1,234.5000` with four. */
function formatDecimals(hao: number, decimals: number): string {
  const sign = hao < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(hao) / haoPerYuan)
  const rest = String(Math.abs(hao) % haoPerYuan).padStart(4, '0')
  return `${sign}¥${whole.toLocaleString('en-US')}.${rest.slice(0, decimals)}`
}

/**
 * `¥520.58`: always two decimals, fractions of a fen cut off, so that sums in headers and cards align and never exceed
 * the real amount.
 */
export const formatFen = (hao: number): string => formatYuan(Math.floor(hao / haoPerFen) * haoPerFen)

/** `+¥50.00`, `-¥50.00`: a change of a balance. */
export const formatMove = (hao: number): string => (hao > 0 ? `+${formatYuan(hao)}` : formatYuan(hao))

/** `¥0.0400`: a unit price, so that prices in a column align. */
export const formatUnitPrice = (hao: number): string => formatDecimals(hao, 4)
