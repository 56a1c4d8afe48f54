import type { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import iconv from 'iconv-lite'
import { refuse } from '#contract/refusals.ts'
import { limits } from '#values/limits.ts'
import type { Row } from './row.ts'
import { type Delimiter, delimiters, type TextEncoding } from './sniff.ts'

/**
 * Longest row in characters: every column full, quoted, with delimiters. A file without line ends stops here instead of
 * filling the memory.
 */
const rowCharacters = limits.uploadColumns * (limits.cellCharacters * 2 + 3)

/**
 * The rows of a text, one by one; blank lines are left out, cells are trimmed. Memory is bounded by one row. Refuses
 * `file_too_many_rows`, `file_too_many_columns`, `file_line_too_long` and `file_damaged` (zero bytes).
 */
export async function* textRows(
  bytes: Readable,
  encoding: TextEncoding,
  delimiter: Delimiter,
  maxRows: number = limits.uploadRows,
): AsyncGenerator<Row> {
  const decoded = iconv.decodeStream(encoding)
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    // A lone quotation mark in a name is a character, no reason to refuse the file.
    relax_quotes: true,
    max_record_size: rowCharacters,
    trim: true,
  })
  bytes.on('error', error => parser.destroy(error))
  decoded.on('error', error => parser.destroy(error))
  bytes.pipe(decoded).pipe(parser)
  let rowCount = 0
  let previousLine = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const line = previousLine + 1
      previousLine = info.lines
      if (record.length > limits.uploadColumns) refuse('file_too_many_columns', { columns: limits.uploadColumns })
      if (record.some(cell => cell.includes('\u0000'))) refuse('file_damaged')
      if (record.every(cell => cell === '')) continue
      rowCount += 1
      if (rowCount > maxRows) refuse('file_too_many_rows', { rows: limits.uploadRows.toLocaleString('en-US') })
      yield { line, cells: record }
    }
  } catch (error) {
    if (!isCsvError(error)) throw error
    if (error.code !== 'CSV_MAX_RECORD_SIZE') refuse('file_damaged')
    // Number of cells read of the endless row.
    if (Number(error.column) >= limits.uploadColumns) refuse('file_too_many_columns', { columns: limits.uploadColumns })
    refuse('file_line_too_long', { line: Number(error.lines) })
  } finally {
    bytes.destroy()
    parser.destroy()
  }
}

const isCsvError = (error: unknown): error is CsvError => error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')

/** The delimiter that divides the first lines most evenly; a comma for a single column. */
export function guessDelimiter(text: string): Delimiter {
  const lines = text
    .split(/\r\n|\r|\n/)
    .filter(line => line.trim() !== '')
    .slice(0, 20)
  let best: Delimiter = ','
  let most = 0
  for (const delimiter of delimiters) {
    const fewest = Math.min(...lines.map(line => line.split(delimiter).length - 1))
    if (Number.isFinite(fewest) && fewest > most) [best, most] = [delimiter, fewest]
  }
  return best
}

/** Decodes the first bytes of a text; a character cut by the end may be wrong. */
export const decodeHead = (head: Buffer, encoding: TextEncoding): string => iconv.decode(head, encoding)
