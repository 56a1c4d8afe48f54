import { isAscii } from 'node:buffer'
import { Readable } from 'node:stream'
import { refuse } from '#contract/refusals.ts'
import { wholeOf } from '#values/bytes.ts'
import { keysOf, tableOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import type { Row } from './row.ts'
import { sniffKind } from './sniff.ts'
import { decodeHead, guessDelimiter, textRows } from './text-rows.ts'
import { sheetRows } from './xlsx/sheet-rows.ts'

/** A row by column names; a missing column is an empty text. */
export interface NamedRow<Name extends string> {
  line: number
  cells: Record<Name, string>
}

/**
 * Parses a small CSV, TXT or XLSX table at once: its first row names the columns, in any order and under any of their
 * names. Refuses a file that is no table, `file_too_many_rows` and `table_columns_missing`.
 */
export async function smallTable<Name extends string>(
  bytes: Buffer,
  columns: Record<Name, { names: readonly string[]; isNeeded?: boolean }>,
  maxRows: number,
): Promise<NamedRow<Name>[]> {
  const [head, ...rows] = await allRows(bytes, maxRows + 1)
  if (!head) refuse('file_empty')
  const names: Name[] = keysOf(columns)
  const titles = head.cells.map(plain)
  const places = new Map(names.map(name => [name, titles.findIndex(title => columns[name].names.map(plain).includes(title))]))
  const missing = names.filter(name => columns[name].isNeeded && places.get(name) === -1).map(name => firstOrThrow(columns[name].names))
  if (missing.length > 0) refuse('table_columns_missing', { columns: missing.join('、') })
  if (rows.length > maxRows) refuse('file_too_many_rows', { rows: maxRows.toLocaleString('en-US') })
  return rows.map(({ line, cells }) => ({
    line,
    cells: tableOf(names, name => unguarded(cells[getOrThrow(places, name)] ?? '')),
  }))
}

/** Titles are compared by their letters only. */
const plain = (title: string) =>
  title
    .normalize('NFKC')
    .replace(/[\s*＊:：()（）]/gu, '')
    .toLowerCase()
/** The quote that guards a cell against formula injection, ours and a spreadsheet's own. */
const unguarded = (cell: string) => cell.replace(/^'(?=\s*[=+\-@＝＋－＠])/u, '')

async function allRows(bytes: Buffer, maxRows: number): Promise<Row[]> {
  const kind = sniffKind(bytes, true)
  const options = { maxRows: maxRows + 1 }
  if (kind.format === 'xlsx') {
    const file = { size: bytes.length, open: (from: number, count: number) => Readable.from([bytes.subarray(from, from + count)]) }
    return Array.fromAsync(sheetRows(file, options))
  }
  const encoding = isAscii(bytes) ? 'utf-8' : kind.encoding
  return Array.fromAsync(textRows(Readable.from([bytes]), encoding, guessDelimiter(decodeHead(bytes, encoding)), options.maxRows))
}

/** Reads a small body. Refuses `file_too_large` as soon as a byte too many arrives, and `file_empty`. */
export async function smallBody(body: Readable): Promise<Buffer> {
  const bytes = await wholeOf(body, limits.smallFileBytes)
  if (!bytes) refuse('file_too_large', { megabytes: limits.smallFileBytes / 1024 / 1024 })
  if (bytes.length === 0) refuse('file_empty')
  return bytes
}
