/** Money is a whole number of 毫 (1/10,000 yuan): unit prices run from 0.0325 to 0.05 yuan (design/architecture.md, decision 2). */
export const haoPerYuan = 10_000
export const haoPerFen = 100

const yuanPattern = /^(0|[1-9]\d*)(?:\.(\d{1,4}))?$/

/** Exact 毫 of a decimal text in yuan (`"0.0325"` → 325), or null when the text is not such a number. Never passes a float. */
export function parseYuan(text: string): number | null {
  const match = yuanPattern.exec(text)
  if (!match) return null
  const hao = BigInt(match[1]!) * 10_000n + BigInt((match[2] ?? '').padEnd(4, '0'))
  return hao <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(hao) : null
}

/** `¥1,234.50`; a third and fourth decimal appear only when the amount has them, as unit prices do. */
export function formatYuan(hao: number): string {
  const sign = hao < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(hao) / haoPerYuan)
  const rest = String(Math.abs(hao) % haoPerYuan).padStart(4, '0')
  const decimals = rest.endsWith('00') ? rest.slice(0, 2) : rest.replace(/0$/, '')
  return `${sign}¥${whole.toLocaleString('en-US')}.${decimals}`
}

/** `¥520.58`: always two decimals, parts of a fen cut off, so that sums in headers and cards stand alike and never say more than there is. */
export const formatFen = (hao: number): string => formatYuan(Math.floor(hao / haoPerFen) * haoPerFen)

/** `+¥50.00`, `-¥50.00`: what was added to a balance or taken from it. */
export const formatMove = (hao: number): string => (hao > 0 ? `+${formatYuan(hao)}` : formatYuan(hao))

/** `¥1,234.5000`: always with four decimals, so that the sums of a column in which 毫 matter stand below each other. */
export function formatHao(hao: number): string {
  const text = formatYuan(hao)
  return text.padEnd(text.indexOf('.') + 5, '0')
}

/** `¥0.040`: the price of one piece, with three decimals at least, so that prices below each other compare. */
export function formatUnitPrice(hao: number): string {
  const text = formatYuan(hao)
  return /\.\d\d$/.test(text) ? `${text}0` : text
}
