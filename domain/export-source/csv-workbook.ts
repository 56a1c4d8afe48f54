import type { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { withoutGuard } from '#values/csv.ts'
import { xlsxForm } from './xlsx.ts'

const rowsAtOnce = 2_000

/** A CSV file of ours as a workbook whose cells are texts. Memory is bounded by some rows. */
export async function* workbookOf(csv: Readable, title: string): AsyncGenerator<Buffer> {
  const parser = parse({ bom: true, relax_column_count: true, trim: true })
  csv.on('error', error => parser.destroy(error))
  const rows = csv.pipe(parser)[Symbol.asyncIterator]()
  const first = await rows.next()
  const titles: string[] = first.done ? [] : first.value
  const columns = titles.map((name, index) => ({ key: String(index), title: name, kind: 'text' as const }))
  let { bytes, state } = await xlsxForm.begin(title, columns)
  let pile: string[][] = []
  for await (const record of { [Symbol.asyncIterator]: () => rows }) {
    const cells: string[] = record
    // A text cell of a workbook is no formula.
    pile.push(cells.map(withoutGuard))
    if (pile.length < rowsAtOnce) continue
    yield bytes
    ;({ bytes, state } = await xlsxForm.rows(state, columns, pile))
    pile = []
  }
  yield bytes
  const last = await xlsxForm.rows(state, columns, pile)
  yield last.bytes
  yield await xlsxForm.end(last.state)
}
