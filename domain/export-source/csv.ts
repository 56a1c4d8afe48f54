import { formatChinaTime } from '#values/china-time.ts'
import { asDigits, csvText } from '#values/csv.ts'
import { limits } from '#values/limits.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { type FileEncoder, yuanText } from './form.ts'
import type { ExportCell, ExportColumn } from './source.ts'

/** CSV with a UTF-8 byte order mark, as spreadsheets expect, and RFC 4180 lines. */
export const csvEncoder: FileEncoder<null> = {
  maxRows: limits.exportFileRows,
  begin: async (_title, columns) => ({ bytes: Buffer.from(`\ufeff${line(columns.map(column => csvText(column.title)))}`), state: null }),
  rows: async (_state, columns, rows) => ({
    bytes: Buffer.from(rows.map(row => line(row.map((cell, index) => cellText(cell, itemOrThrow(columns, index))))).join('')),
    state: null,
  }),
  isFull: () => false,
  end: async () => Buffer.alloc(0),
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`

function cellText(cell: ExportCell, { kind }: ExportColumn): string {
  if (cell === null) return ''
  if (cell instanceof Date) return formatChinaTime(cell)
  if (typeof cell === 'number') return kind === 'money' ? yuanText(cell) : String(cell)
  return kind === 'phone' && /^\d+$/.test(cell) ? asDigits(cell) : csvText(cell)
}
