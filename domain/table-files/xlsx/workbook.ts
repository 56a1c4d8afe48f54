import type { Entry } from 'yauzl'
import { refuse } from '#contract/refusals.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { type XmlListener, XmlReader } from './xml-reader.ts'
import { type Bytes, openZip, unpack, type Zip } from './zip.ts'

/** Shared strings: texts that cells refer to by index. */
interface SharedStrings {
  get: (index: number) => string | undefined
}

/** What the cells of a worksheet need from the rest of the workbook. */
export interface Workbook {
  zip: Zip
  /** The first sheet's content. */
  sheet: Entry
  sharedStrings: SharedStrings
  /** By the cell's style: whether its number is a date. */
  isDateStyle: readonly boolean[]
  /** Dates count from 1904, not from 1900. */
  from1904: boolean
}

/** Bound in bytes on a workbook's shared strings, set by memory. */
const sharedStringBytes = 160 * 1024 * 1024
/** Five different texts in each of a million rows. */
const sharedStringCount = 5_000_000
/** Bound on the parts that describe the workbook's structure. */
const partBytes = 16 * 1024 * 1024

/** The shared strings to keep: all, or at first only those of the first rows. */
export type StringChoice = 'all' | ReadonlySet<number>

/** Opens a workbook. Refuses `file_kind_unknown` (a zip that is none), `file_damaged` and `file_unpacks_too_large`. */
export async function openWorkbook(bytes: Bytes, choice: StringChoice = 'all'): Promise<Workbook> {
  const zip = await openZip(bytes)
  const { entries } = zip
  const workbook = entries.get('xl/workbook.xml')
  const relations = entries.get('xl/_rels/workbook.xml.rels')
  if (!workbook || !relations) refuse('file_kind_unknown')
  const { sheetRelation, from1904 } = await readWorkbookPart(zip, workbook)
  const targets = await readRelations(zip, relations)
  const sheet = entries.get(targets.byId.get(sheetRelation) ?? '')
  if (!sheet) refuse('file_damaged')
  const strings = entries.get(targets.byType.get('sharedStrings') ?? 'xl/sharedStrings.xml')
  const styles = entries.get(targets.byType.get('styles') ?? 'xl/styles.xml')
  return {
    zip,
    sheet,
    from1904,
    sharedStrings: strings ? await readSharedStrings(zip, strings, choice) : new Map(),
    isDateStyle: styles ? await readDateStyles(zip, styles) : [],
  }
}

/** Parses a part tag by tag, until the listener needs no more. */
async function scan(zip: Zip, entry: Entry, maxBytes: number, listener: Partial<XmlListener>, isDone = () => false) {
  if (entry.uncompressedSize > maxBytes) refuse('file_unpacks_too_large')
  const xml = new XmlReader(listener)
  for await (const chunk of unpack(zip, entry)) {
    xml.write(chunk)
    if (isDone()) return
  }
  xml.end()
}

async function readWorkbookPart(zip: Zip, entry: Entry): Promise<{ sheetRelation: string; from1904: boolean }> {
  let sheetRelation: string | null = null
  let from1904 = false
  await scan(zip, entry, partBytes, {
    open: (name, attributes) => {
      if (name === 'sheet') sheetRelation ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
    },
  })
  return { sheetRelation: sheetRelation ?? refuse('file_damaged'), from1904 }
}

async function readRelations(zip: Zip, entry: Entry) {
  const byId = new Map<string, string>()
  const byType = new Map<string, string>()
  await scan(zip, entry, partBytes, {
    open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (name !== 'Relationship') return
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
      byId.set(id, path)
      byType.set(lastOrThrow(type.split('/')), path)
    },
  })
  return { byId, byType }
}

async function readSharedStrings(zip: Zip, entry: Entry, choice: StringChoice): Promise<SharedStrings> {
  const all: string[] = []
  const chosen = new Map<number, string>()
  const last = choice === 'all' ? sharedStringCount : [...choice].reduce((most, index) => Math.max(most, index), -1)
  let count = 0
  let text = ''
  let isText = false
  let isPronunciation = false
  const keep = () => {
    if (count === sharedStringCount) refuse('file_unpacks_too_large')
    if (choice === 'all') all.push(ownCopy(text))
    else if (choice.has(count)) chosen.set(count, ownCopy(text))
    count += 1
  }
  const listener = {
    open: (name: string) => {
      if (name === 'si') text = ''
      // Pronunciation (furigana) isn't part of the text.
      if (name === 'rPh') isPronunciation = true
      isText = name === 't' && !isPronunciation
    },
    close: (name: string) => {
      if (name === 'rPh') isPronunciation = false
      if (name === 't') isText = false
      if (name === 'si') keep()
    },
    text: (piece: string) => {
      if (isText) text += piece
    },
  }
  await scan(zip, entry, sharedStringBytes, listener, () => count > last)
  return choice === 'all' ? { get: index => all[index] } : chosen
}

/** A slice of a long string would keep the whole piece of the file in memory. */
const ownCopy = (text: string) => (text.length < 13 ? text : Buffer.from(text).toString())

async function readDateStyles(zip: Zip, entry: Entry): Promise<boolean[]> {
  const formats = new Map<number, string>()
  const styles: boolean[] = []
  let isCellFormat = false
  await scan(zip, entry, partBytes, {
    open: (name, attributes) => {
      if (name === 'numFmt') formats.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') isCellFormat = true
      if (name === 'xf' && isCellFormat) {
        const format = Number(attributes.numFmtId ?? 0)
        styles.push(isDateFormat(format, formats.get(format)))
      }
    },
    close: name => {
      if (name === 'cellXfs') isCellFormat = false
    },
  })
  return styles
}

/** Number formats below 164 are the same in every workbook (ECMA-376 part 1, 18.8.30). */
function isDateFormat(format: number, code: string | undefined): boolean {
  if (code === undefined)
    return (
      (format >= 14 && format <= 22) || (format >= 27 && format <= 36) || (format >= 45 && format <= 58 && format !== 48 && format !== 49)
    )
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_./g, ''))
}
