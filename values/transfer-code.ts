import { itemOrThrow } from './or-throw.ts'

/**
 * Damm algorithm: a totally anti-symmetric quasigroup of order 10 (H. M. Damm, 2004) detects every wrong digit and
 * every swap of neighbours.
 */
const rows = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
] as const

const checkOf = (digits: string) => [...digits].reduce((row, digit) => itemOrThrow(itemOrThrow(rows, Number(row)), Number(digit)), '0')

/**
 * Transfer code: the 8 digits that a payer writes into the purpose of a transfer, 7 of the account and a check digit.
 */
export const transferCodeOf = (sevenDigits: string): string => `${sevenDigits}${checkOf(sevenDigits)}`

export const isTransferCode = (text: string): boolean => /^\d{8}$/.test(text) && checkOf(text) === '0'

/**
 * The valid transfer codes in a payer's memo: 8 digits that stand alone, or in two groups of four. Full-width digits
 * count as digits.
 */
export function transferCodesIn(memo: string): string[] {
  const found = memo.normalize('NFKC').matchAll(/(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)/g)
  return [...new Set([...found].map(([, first, second]) => `${first}${second}`).filter(isTransferCode))]
}
