import { createRequire } from 'node:module'
import PdfDocument from 'pdfkit'
import { formatChinaTime } from '#values/china-time.ts'
import { itemOrThrow } from '#values/or-throw.ts'

/** Colours and measures (in points) of our PDF documents. */
const ink = '#1B2733'
const quiet = '#5B6875'
const line = '#D9DFE5'
const shade = '#F3F6F9'
const accent = '#0B66B2'
const margin = 42
const footerHeight = 26
const cellPadding = 5

const fonts = createRequire(import.meta.url)
const fontPath = (weight: string) => fonts.resolve(`@expo-google-fonts/noto-sans-sc/${weight}`)

export type PdfDoc = PDFKit.PDFDocument

export interface PdfOptions {
  /** In the file's metadata and at the top of every page. */
  title: string
  /** At the bottom of every page, left of the page number. */
  foot?: string
  isLandscape?: boolean
  /** Creation time in the file's metadata, given so that the same document has the same bytes. */
  now: Date
}

/**
 * PDF document, A4, in Noto Sans SC, with searchable text and subset fonts. Write with the helpers below, then get the
 * file from `pdfBytes`.
 */
export function createDocument({ title, foot = '', isLandscape = false, now }: PdfOptions): PdfDoc {
  const doc = new PdfDocument({
    size: 'A4',
    layout: isLandscape ? 'landscape' : 'portrait',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footerHeight },
    bufferPages: true,
    lang: 'zh-CN',
    info: { Title: title, Author: '鸿雁', Creator: '鸿雁', CreationDate: now },
  })
  doc.registerFont('text', fontPath('400Regular/NotoSansSC_400Regular.ttf'))
  doc.registerFont('strong', fontPath('600SemiBold/NotoSansSC_600SemiBold.ttf'))
  doc.font('text').fontSize(9).fillColor(ink)
  feet.set(doc, foot)
  return doc
}
const feet = new WeakMap<PdfDoc, string>()

/** The width between the margins in points. */
const widthOf = (doc: PdfDoc) => doc.page.width - doc.page.margins.left - doc.page.margins.right
const bottomOf = (doc: PdfDoc) => doc.page.height - doc.page.margins.bottom

/** Starts a new page if less than `height` points are left. */
export function keepTogether(doc: PdfDoc, height: number): void {
  if (doc.y + height > bottomOf(doc)) doc.addPage()
}

/** Writes the document's title with a rule below it; `note` is right-aligned. */
export function writeTitle(doc: PdfDoc, title: string, note = ''): void {
  const { left } = doc.page.margins
  const top = doc.y
  if (note)
    doc
      .font('text')
      .fontSize(9)
      .fillColor(quiet)
      .text(note, left, top + 8, { width: widthOf(doc), align: 'right' })
  doc
    .font('strong')
    .fontSize(18)
    .fillColor(ink)
    .text(title, left, top, { width: widthOf(doc) * 0.7 })
  doc.moveDown(0.3)
  doc
    .moveTo(left, doc.y)
    .lineTo(left + widthOf(doc), doc.y)
    .lineWidth(1.5)
    .strokeColor(accent)
    .stroke()
  doc.y += 10
  plain(doc)
}

/** Writes a large pale watermark across the page, below later content. */
export function writeWatermark(doc: PdfDoc, words: string): void {
  const { x, y } = doc
  const { width, height } = doc.page
  doc
    .save()
    .rotate(-35, { origin: [width / 2, height / 2] })
    .fontSize(72)
    .fillColor('#c0392b', 0.12)
  doc.text(words, 0, height / 2 - 48, { width, align: 'center', lineBreak: false })
  doc.restore()
  doc.x = x
  doc.y = y
  plain(doc)
}

/** Writes a section heading, never alone at the end of a page. */
export function writeHeading(doc: PdfDoc, text: string): void {
  keepTogether(doc, 70)
  doc.y += 8
  doc
    .font('strong')
    .fontSize(11)
    .fillColor(ink)
    .text(text, doc.page.margins.left, doc.y, { width: widthOf(doc) })
  doc.y += 4
  plain(doc)
}

/** Writes a paragraph; `isQuiet`: a note in small type. */
export function writeText(doc: PdfDoc, text: string, { isQuiet = false }: { isQuiet?: boolean } = {}): void {
  doc
    .font('text')
    .fontSize(isQuiet ? 8 : 9)
    .fillColor(isQuiet ? quiet : ink)
  keepTogether(doc, doc.heightOfString(text, { width: widthOf(doc) }))
  doc.text(text, doc.page.margins.left, doc.y, { width: widthOf(doc) })
  doc.y += 4
  plain(doc)
}

/** Writes names and values in `columnCount` columns, as at the top of a bill. */
export function writeFacts(doc: PdfDoc, facts: readonly (readonly [name: string, value: string])[], columnCount = 2): void {
  const width = widthOf(doc) / columnCount
  for (let start = 0; start < facts.length; start += columnCount) {
    const row = facts.slice(start, start + columnCount)
    const height =
      Math.max(
        ...row.map(([, value]) =>
          doc
            .font('text')
            .fontSize(9)
            .heightOfString(value, { width: width - 82 }),
        ),
      ) + 5
    keepTogether(doc, height)
    const top = doc.y
    for (const [place, [name, value]] of row.entries()) {
      const left = doc.page.margins.left + place * width
      doc.font('text').fontSize(9).fillColor(quiet).text(name, left, top, { width: 70, lineBreak: false })
      doc.fillColor(ink).text(value, left + 72, top, { width: width - 82 })
    }
    doc.y = top + height
  }
  plain(doc)
}

export interface PdfColumn {
  title: string
  /** The column's share of the width, relative to the others. */
  share: number
  isNumber?: boolean
}

export interface PdfRow {
  cells: readonly string[]
  /** A total or subtotal. */
  isStrong?: boolean
}

/**
 * Writes a table. The header is repeated on every page, no row is split, and numbers stay on one line, in smaller type
 * if necessary.
 */
export function writeTable(doc: PdfDoc, columns: readonly PdfColumn[], rows: readonly PdfRow[]): void {
  const shares = columns.reduce((sum, column) => sum + column.share, 0)
  const widths = columns.map(column => (column.share / shares) * widthOf(doc))
  const head = { cells: columns.map(column => column.title), isStrong: true }
  const titles = columns.map(column => ({ ...column, isWrapped: true }))
  const cells = columns.map(column => ({ ...column, isWrapped: !column.isNumber }))
  writeRow(doc, titles, widths, head, shade)
  for (const row of rows) {
    if (doc.y + rowHeight(doc, cells, widths, row) > bottomOf(doc)) {
      doc.addPage()
      writeRow(doc, titles, widths, head, shade)
    }
    writeRow(doc, cells, widths, row, row.isStrong ? shade : null)
  }
  doc.y += 6
  plain(doc)
}

const cellSize = 8
type Cell = PdfColumn & { isWrapped: boolean }

/**
 * Sets the font of a cell. A number wider than its column gets a smaller size, since wrapped it would read as another
 * number.
 */
function cellFont(doc: PdfDoc, { isWrapped }: Cell, row: PdfRow, text: string, width: number): PdfDoc {
  doc.font(row.isStrong ? 'strong' : 'text').fontSize(cellSize)
  const wide = isWrapped ? 0 : doc.widthOfString(text)
  return wide > width ? doc.fontSize((cellSize * width) / wide) : doc
}

const rowHeight = (doc: PdfDoc, columns: readonly Cell[], widths: readonly number[], row: PdfRow): number =>
  Math.max(
    ...row.cells.map((cell, place) => {
      const width = itemOrThrow(widths, place) - 2 * cellPadding
      const column = itemOrThrow(columns, place)
      return cellFont(doc, column, row, cell, width).heightOfString(cell, { width, lineBreak: column.isWrapped })
    }),
  ) +
  2 * cellPadding

function writeRow(doc: PdfDoc, columns: readonly Cell[], widths: readonly number[], row: PdfRow, ground: string | null): void {
  const height = rowHeight(doc, columns, widths, row)
  keepTogether(doc, height)
  const top = doc.y
  let left = doc.page.margins.left
  if (ground) doc.rect(left, top, widthOf(doc), height).fill(ground)
  for (const [place, cell] of row.cells.entries()) {
    const width = itemOrThrow(widths, place)
    const column = itemOrThrow(columns, place)
    const innerWidth = width - 2 * cellPadding
    cellFont(doc, column, row, cell, innerWidth)
      .fillColor(ink)
      .text(cell, left + cellPadding, top + cellPadding - 1, {
        width: innerWidth,
        align: column.isNumber ? 'right' : 'left',
        lineBreak: column.isWrapped,
      })
    left += width
  }
  doc.y = top + height
  doc.moveTo(doc.page.margins.left, doc.y).lineTo(left, doc.y).lineWidth(0.5).strokeColor(line).stroke()
}

/** Resets font and position for the next helper. */
function plain(doc: PdfDoc): void {
  doc.x = doc.page.margins.left
  doc.font('text').fontSize(9).fillColor(ink)
}

/** Adds page numbers and returns the file, which finishes the document. */
export async function pdfBytes(doc: PdfDoc): Promise<Buffer> {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    writeFoot(doc, feet.get(doc) ?? '', `第 ${page - start + 1} 页，共 ${count} 页`)
  }
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
    doc.end()
  })
}

/** Writes below the bottom margin, where text would otherwise start a new page. */
function writeFoot(doc: PdfDoc, foot: string, page: string): void {
  const { left, bottom } = doc.page.margins
  const top = doc.page.height - margin - 6
  doc.page.margins.bottom = 0
  doc.font('text').fontSize(7.5).fillColor(quiet)
  doc.text(foot, left, top, { width: widthOf(doc) * 0.75, lineBreak: false })
  doc.text(page, left, top, { width: widthOf(doc), align: 'right', lineBreak: false })
  doc.page.margins.bottom = bottom
}

/** `2026-11-21 08:03:09（北京时间）`, the creation time in documents. */
export const formatPdfTime = (at: Date): string => `${formatChinaTime(at)}（北京时间）`
