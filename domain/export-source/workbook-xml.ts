import type { ColumnKind } from '#contract/export/export.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { yuanText } from './form.ts'
import type { ExportCell, ExportColumn } from './source.ts'

/** SpreadsheetML of a workbook with one sheet (ECMA-376 part 1), as far as a table of typed cells needs it. */
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const sheetKind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * Styles by column kind: indices of `cellXfs` below. Text cells have the text format, so that an edited cell doesn't
 * become a formula or number.
 */
const styles: Record<ColumnKind, number> = { text: 1, phone: 1, time: 2, number: 0, money: 3 }
const headingStyle = 4

const widths: Record<ColumnKind, number> = { text: 16, phone: 14, time: 20, number: 11, money: 12 }

/** Every part except the sheet, with its name in the archive. */
export const workbookParts = (title: string): [string, string][] => [
  [
    '[Content_Types].xml',
    `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetKind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetKind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetKind}.styles+xml"/></Types>`,
  ],
  ['_rels/.rels', relationshipsXml([['officeDocument', 'xl/workbook.xml']])],
  [
    'xl/workbook.xml',
    `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="${xmlText(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    relationshipsXml([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
  ],
  [
    'xl/styles.xml',
    `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="0.00##"/></numFmts><fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">${[
      '0" fontId="0"',
      '49" fontId="0" applyNumberFormat="1" quotePrefix="1"',
      '164" fontId="0" applyNumberFormat="1"',
      '165" fontId="0" applyNumberFormat="1"',
      '49" fontId="1" applyNumberFormat="1" applyFont="1"',
    ]
      .map(own => `<xf numFmtId="${own} fillId="0" borderId="0" xfId="0"/>`)
      .join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  ],
]

function relationshipsXml(targets: readonly [string, string][]): string {
  const lines = targets.map(
    ([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${relationships}/${kind}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="${packaged}/relationships">${lines.join('')}</Relationships>`
}

/** The sheet's XML up to its first row; the heading row is frozen. */
export function sheetStart(columns: readonly ExportColumn[]): string {
  const lines = columns.map(
    ({ kind, width = widths[kind] }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${lines.join('')}</cols><sheetData>`
}
export const sheetEnd = '</sheetData></worksheet>'

export const headingXml = (columns: readonly ExportColumn[]): string =>
  `<row r="1">${columns.map(({ title }, index) => textCell(`${columnName(index)}1`, headingStyle, title)).join('')}</row>`

/** One row of values; rows count from 1. */
export function rowXml(cells: readonly ExportCell[], columns: readonly ExportColumn[], rowNumber: number): string {
  let xml = `<row r="${rowNumber}">`
  for (let index = 0; index < cells.length; index += 1)
    xml += cellXml(`${columnName(index)}${rowNumber}`, cells[index] ?? null, itemOrThrow(columns, index).kind)
  return `${xml}</row>`
}

function cellXml(place: string, cell: ExportCell, kind: ColumnKind): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return textCell(place, styles.text, cell)
  return `<c r="${place}" s="${styles[kind]}"><v>${cell instanceof Date ? serialTime(cell) : kind === 'money' ? yuanText(cell) : cell}</v></c>`
}

const textCell = (place: string, style: number, text: string) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

/** Days since 1899-12-30 in China time, to the second. */
const serialTime = (at: Date) => (Math.floor(at.getTime() / 1000) + chinaOffsetSeconds) / daySeconds + epochDays
const chinaOffsetSeconds = 8 * 3600
const daySeconds = 86_400
const epochDays = 25_569

const names: string[] = []
/** A, B, … Z, AA, … */
function columnName(index: number): string {
  names[index] ??= (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))
  return names[index]
}

/** Maximum characters per cell (Excel specifications and limits). */
const cellCharacters = 32_767
const special = /[&<>"]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|_(?=x[0-9a-fA-F]{4}_)/gu
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', _: '_x005F_' }

/** A text as XML: drops characters that XML can't contain, and protects what a spreadsheet would read as an escape. */
const xmlText = (text: string) => text.slice(0, cellCharacters).replace(special, character => entities[character] ?? '')
