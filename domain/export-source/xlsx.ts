import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { limits } from '#values/limits.ts'
import type { FileEncoder, Grown } from './form.ts'
import { headingXml, rowXml, sheetEnd, sheetStart, workbookParts } from './workbook-xml.ts'
import { type ZipEntry, zipDirectory, zipHeader, zipMeasure } from './zip.ts'

const pack = promisify(deflateRaw)

/** The encoder state of a workbook whose sheet is being written. */
interface Workbook {
  /** Its other, complete parts. */
  parts: ZipEntry[]
  sheet: ZipEntry
  rowCount: number
}

/**
 * XLSX with typed cells. The sheet is deflated batch by batch into blocks that end on a byte boundary and don't refer
 * back, so that it can be truncated after any of them and continued.
 */
export const xlsxForm: FileEncoder<Workbook> = {
  maxRows: limits.exportFileRows,
  begin: async (title, columns) => {
    const { chunks, parts, byteCount } = wholeParts(title)
    const sheet = {
      name: 'xl/worksheets/sheet1.xml',
      crc: 0,
      byteCount: 0,
      packedBytes: 0,
      isDeflated: true,
      isMeasuredAfter: true,
      offset: byteCount,
    }
    const { bytes, state } = await grow({ parts, sheet, rowCount: 0 }, sheetStart(columns) + headingXml(columns), constants.Z_FULL_FLUSH)
    return { bytes: Buffer.concat([...chunks, zipHeader(sheet), bytes]), state }
  },
  rows: async (workbook, columns, rows) => {
    // Row 1 is the heading.
    const xml = rows.map((row, index) => rowXml(row, columns, workbook.rowCount + index + 2)).join('')
    const { bytes, state } = await grow(workbook, xml, constants.Z_FULL_FLUSH)
    return { bytes, state: { ...state, rowCount: workbook.rowCount + rows.length } }
  },
  isFull: ({ sheet }) => sheet.byteCount >= limits.exportSheetBytes,
  end: async workbook => {
    const { bytes, state } = await grow(workbook, sheetEnd, constants.Z_FINISH)
    const measure = zipMeasure(state.sheet)
    const directoryAt = state.sheet.offset + zipHeader(state.sheet).length + state.sheet.packedBytes + measure.length
    return Buffer.concat([bytes, measure, zipDirectory([...state.parts, state.sheet], directoryAt)])
  },
}

/** Appends to the sheet. */
async function grow(workbook: Workbook, xml: string, finishFlush: number): Promise<Grown<Workbook>> {
  const plain = Buffer.from(xml)
  const bytes = await pack(plain, { level: 4, finishFlush })
  const { sheet } = workbook
  const grown = {
    ...sheet,
    crc: crc32(plain, sheet.crc),
    byteCount: sheet.byteCount + plain.length,
    packedBytes: sheet.packedBytes + bytes.length,
  }
  return { bytes, state: { ...workbook, sheet: grown } }
}

/** The parts that describe the workbook; too small to be compressed. */
function wholeParts(title: string) {
  const chunks: Buffer[] = []
  const parts: ZipEntry[] = []
  let byteCount = 0
  for (const [name, xml] of workbookParts(title)) {
    const bytes = Buffer.from(xml)
    const size = { byteCount: bytes.length, packedBytes: bytes.length }
    const part = { name, crc: crc32(bytes), ...size, isDeflated: false, isMeasuredAfter: false, offset: byteCount }
    const header = zipHeader(part)
    chunks.push(header, bytes)
    parts.push(part)
    byteCount += header.length + bytes.length
  }
  return { chunks, parts, byteCount }
}
