import type { UploadShape } from '#contract/recipients/upload.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { parsePhone } from '#values/phone.ts'
import type { Row } from './row.ts'

/** Rows on which guesses are based, and how many of them people see. */
export const shapeRows = 50
export const sampleRows = 10
const sampleCharacters = 60

const isPhone = (cell: string) => 'phone' in parsePhone(cell)

type Guesses = Pick<UploadShape, 'hasHeader' | 'columns' | 'sample' | 'phoneColumn'>

/** Guesses columns from the first rows, and how many of these are a title, which only a table with a header has. */
export function shapeOf(rows: readonly Row[]): Guesses & Pick<UploadShape, 'titleRows'> {
  const titleRows = titleRowsOf(rows)
  const below = guess(rows.slice(titleRows))
  return below.hasHeader ? { titleRows, ...below } : { titleRows: 0, ...guess(rows) }
}

/** Guesses columns: names, where the numbers are, whether the first row is a header. */
function guess(rows: readonly Row[]): Guesses {
  const columnCount = Math.min(Math.max(...rows.map(row => row.cells.length)), limits.uploadColumns)
  const indexes = Array.from({ length: columnCount }, (_, index) => index)
  const phoneCounts = indexes.map(index => rows.filter(row => isPhone(row.cells[index] ?? '')).length)
  const most = Math.max(...phoneCounts)
  const first = firstOrThrow(rows).cells
  // A list without a header starts with a number; a header has none, nor digits in the column of the numbers.
  const phoneColumn = most === 0 ? null : phoneCounts.indexOf(most)
  const hasHeader = rows.length > 1 && phoneColumn !== null && !first.some(isPhone) && !/\d{5}/.test(first[phoneColumn] ?? '')
  const body = hasHeader ? rows.slice(1) : rows
  return {
    hasHeader,
    phoneColumn,
    columns: indexes.map(index => (hasHeader && first[index] ? cut(first[index]) : `第${index + 1}列`)),
    sample: sampleOf(
      body.map(row => row.cells),
      columnCount,
    ),
  }
}

/** Rows of one cell above one of more. */
function titleRowsOf(rows: readonly Row[]): number {
  const widths = rows.map(({ cells }) => (cells.some(isPhone) ? cells.length : cells.filter(cell => cell !== '').length))
  return Math.max(
    0,
    widths.findIndex(width => width > 1),
  )
}

/** Sample rows for people, with long cells cut. */
export const sampleOf = (rows: readonly (readonly string[])[], columnCount: number): string[][] =>
  rows.slice(0, sampleRows).map(cells => Array.from({ length: columnCount }, (_, index) => cut(cells[index] ?? '')))

const cut = (text: string) => (text.length > sampleCharacters ? `${text.slice(0, sampleCharacters).toWellFormed()}…` : text)

/** Column names as the person sees them. */
export function columnTitles(shape: UploadShape, { hasHeader }: { hasHeader: boolean }): string[] {
  if (hasHeader) return shape.hasHeader ? shape.columns : (shape.sample[0] ?? shape.columns)
  return shape.columns.map((_, index) => `第${index + 1}列`)
}
