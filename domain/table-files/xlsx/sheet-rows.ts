import { refuse } from '#contract/refusals.ts'
import { limits } from '#values/limits.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import type { Row } from '../row.ts'
import { serialText } from './serial.ts'
import { openWorkbook, type Workbook } from './workbook.ts'
import { type XmlListener, XmlReader } from './xml-reader.ts'
import { type Bytes, unpack } from './zip.ts'

/** Lines of a worksheet; no program writes more. */
const sheetLines = 1_048_576
/** Longest text of a cell. */
const cellUnits = 32_767

/**
 * The rows of a workbook's first sheet, one by one, without blank ones. Memory is bounded by the shared strings of the
 * sheet and one row. Refuses `file_kind_unknown`, `file_damaged`, `file_unpacks_too_large`, `file_too_many_rows` and
 * `file_too_many_columns`.
 */
export async function* sheetRows(bytes: Bytes, options: SheetOptions = {}): AsyncGenerator<Row> {
  yield* rowsOf(await openWorkbook(bytes), options)
}

/**
 * The first rows of a workbook's first sheet. Shared strings may be a hundred megabytes, so only those of these rows
 * are kept: the sheet's beginning is read twice for it. Refuses like `sheetRows`.
 */
export async function firstSheetRows(bytes: Bytes, maxRows: number): Promise<Row[]> {
  const wanted = new Set<number>()
  const noting = {
    get: (index: number) => {
      wanted.add(index)
      return '-'
    },
  }
  const workbook = await openWorkbook(bytes, wanted)
  await take(rowsOf({ ...workbook, sharedStrings: noting }), maxRows)
  const { sharedStrings } = await openWorkbook(bytes, wanted)
  return take(rowsOf({ ...workbook, sharedStrings }), maxRows)
}

async function take(rows: AsyncIterable<Row>, most: number): Promise<Row[]> {
  const taken: Row[] = []
  for await (const row of rows) {
    taken.push(row)
    if (taken.length === most) break
  }
  return taken
}

interface SheetOptions {
  maxRows?: number
  /** Gets the number of compressed bytes read of the sheet. */
  onBytes?: ((byteCount: number) => void) | undefined
}

async function* rowsOf(workbook: Workbook, { maxRows = limits.uploadRows, onBytes }: SheetOptions = {}): AsyncGenerator<Row> {
  const sheet = new SheetReader(workbook)
  const xml = new XmlReader(sheet)
  let rowCount = 0
  for await (const chunk of unpack(workbook.zip, workbook.sheet, onBytes)) {
    xml.write(chunk)
    for (const row of sheet.takeRows()) {
      rowCount += 1
      if (rowCount > maxRows) refuse('file_too_many_rows', { rows: limits.uploadRows.toLocaleString('en-US') })
      yield row
    }
  }
  xml.end()
}

class SheetReader implements XmlListener {
  readonly #workbook: Workbook
  #rows: Row[] = []
  #line = 0
  #cells: string[] = []
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #isValue = false
  #isPronunciation = false

  constructor(workbook: Workbook) {
    this.#workbook = workbook
  }

  takeRows(): Row[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open = (name: string, attributes: Record<string, string>): void => {
    if (name === 'c') this.#openCell(attributes)
    else if (name === 'row') this.#openRow(attributes)
    else if (name === 'v' || name === 't') this.#isValue = !this.#isPronunciation
    // Pronunciation (furigana) isn't part of the text.
    else if (name === 'rPh') this.#isPronunciation = true
  }

  close = (name: string): void => {
    if (name === 'v' || name === 't') this.#isValue = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'rPh') this.#isPronunciation = false
    else if (name === 'row' && this.#cells.some(cell => cell !== '')) this.#rows.push({ line: this.#line, cells: this.#cells })
  }

  text = (text: string): void => {
    if (this.#isValue && this.#value.length <= cellUnits) this.#value += text
  }

  #openRow({ r: given }: Record<string, string>): void {
    const line = given === undefined ? this.#line + 1 : Number(given)
    // Line numbers identify rows: each comes once.
    if (!Number.isInteger(line) || line <= this.#line || line > sheetLines) refuse('file_damaged')
    this.#line = line
    this.#cells = []
    this.#column = -1
  }

  #openCell({ r: place = '', t: type = 'n', s: cellStyle = '-1' }: Record<string, string>): void {
    const reference = /^([A-Z]{1,3})\d/.exec(place)
    this.#column = reference ? columnNumber(itemOrThrow(reference, 1)) : this.#column + 1
    this.#type = type
    this.#style = Number(cellStyle)
    this.#value = ''
  }

  #closeCell(): void {
    const text = this.#cellText().replaceAll('\u0000', '').toWellFormed().trim()
    if (text === '') return
    if (this.#column >= limits.uploadColumns) refuse('file_too_many_columns', { columns: limits.uploadColumns })
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = text
  }

  #cellText(): string {
    const { sharedStrings, isDateStyle, from1904 } = this.#workbook
    if (this.#type === 's') return sharedStrings.get(Number(this.#value)) ?? refuse('file_damaged')
    if (this.#type === 'b') return this.#value === '1' ? 'TRUE' : 'FALSE'
    if (this.#type !== 'n' || this.#value === '') return this.#value
    const number = Number(this.#value)
    if (!Number.isFinite(number)) return this.#value
    // A spreadsheet shows 15 digits of a number; the rest is rounding noise.
    return isDateStyle[this.#style] ? serialText(number, from1904) : String(Number(number.toPrecision(15)))
  }
}

/** A is 0, Z 25, AA 26. */
const columnNumber = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
