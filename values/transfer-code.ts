/** Rows of a quasigroup of order 10 that is totally anti-symmetric (H. M. Damm, 2004): one wrong digit and two swapped neighbours are always noticed. */
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

const checkOf = (digits: string) => [...digits].reduce((row, digit) => rows[Number(row)]![Number(digit)]!, '0')

/** The 8 digits that a payer writes into the purpose of a transfer, of 7 that are an account's: the last one checks the others. */
export const transferCodeOf = (sevenDigits: string): string => `${sevenDigits}${checkOf(sevenDigits)}`

export const isTransferCode = (text: string): boolean => /^\d{8}$/.test(text) && checkOf(text) === '0'

/** The codes in what a payer wrote: 8 digits that stand alone, or in two groups of four, and check. Full-width digits count as digits. */
export function transferCodesIn(memo: string): string[] {
  const found = memo.normalize('NFKC').matchAll(/(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)/g)
  return [...new Set([...found].map(([, first, second]) => `${first}${second}`).filter(isTransferCode))]
}
