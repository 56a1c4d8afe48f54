import type { Row } from '#domain/table-files/index.ts'
import { checkRow, type RowRules } from './row-check.ts'
import { SeenRecipients } from './seen-recipients.ts'

/**
 * Numbers of which two valid rows differ. It takes a reading of its own: the first row of a number comes before the one
 * that repeats it.
 */
export async function repeatedPhones(
  rows: AsyncIterable<Row>,
  rules: RowRules,
  { headerRows, maxRecipients }: { headerRows: number; maxRecipients: number },
): Promise<ReadonlySet<string>> {
  const seen = new SeenRecipients(maxRecipients)
  const seenPhones = new SeenRecipients(maxRecipients)
  const repeated = new Set<string>()
  let rowNumber = 0
  for await (const row of rows) {
    rowNumber += 1
    const checked = rowNumber > headerRows ? checkRow(row, rules) : null
    if (checked === null || 'problem' in checked || !seen.add(checked.phone, checked.values)) continue
    if (!seenPhones.add(checked.phone)) repeated.add(checked.phone)
  }
  return repeated
}
