/**
 * Beginnings of a cell that a spreadsheet takes for a formula, also behind blanks and invisible characters and in full
 * width (OWASP, CSV injection).
 */
const formula = /^(?:[\t\r\n]|[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]*[=+\-@＝＋－＠])/u
/** Digits that a spreadsheet would round, shorten or take for a power of ten. */
const numberLike = /^(?:0\d+|\d{12,}|\d+e\d+)$/i

/** A CSV cell that stays text in every spreadsheet: never a formula (CSV injection), never a number. */
export function csvText(text: string): string {
  if (numberLike.test(text)) return asDigits(text)
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A CSV cell of digits that aren't a number (a phone, an id): the trailing tab makes spreadsheets take them for text,
 * and programs trim it.
 */
export const asDigits = (digits: string): string => `${digits}\t`

/** A line of a CSV file whose cells are texts. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvText).join(',')}\r\n`

/** A cell of such a file as it was written, without the guard against formulas. */
export const withoutGuard = (cell: string): string => cell.replace(/^'(?=[=+\-@＝＋－＠])/, '')
