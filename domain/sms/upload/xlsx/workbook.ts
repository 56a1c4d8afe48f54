import { refuse } from '#contract/refusals.ts'
import { attribute, XmlScanner } from './xml-scanner.ts'
import { type Bytes, readDirectory, unpack, type ZipEntry } from './zip.ts'

/** Of a worksheet's surroundings what its cells need. */
export interface Workbook {
  bytes: Bytes
  /** The first sheet's content. */
  sheet: ZipEntry
  sharedStrings: readonly string[]
  /** By the cell's style: whether its number is a moment. */
  isDateStyle: readonly boolean[]
  /** Moments are counted from 1904, not from 1900. */
  from1904: boolean
}

/** Bytes of all texts of a workbook; beyond that they don't fit into memory beside everything else. */
const sharedStringBytes = 160 * 1024 * 1024
/** Of the parts that say how the sheets hang together. */
const partBytes = 16 * 1024 * 1024

/** Opens a workbook. Refuses `file_kind_unknown` (a zip that is none), `file_damaged` and `file_unpacks_too_large`. */
export async function openWorkbook(bytes: Bytes): Promise<Workbook> {
  const entries = await readDirectory(bytes)
  const workbook = entries.get('xl/workbook.xml')
  const relations = entries.get('xl/_rels/workbook.xml.rels')
  if (!workbook || !relations) refuse('file_kind_unknown')
  const { sheetRelation, from1904 } = await readWorkbookPart(bytes, workbook)
  const targets = await readRelations(bytes, relations)
  const sheet = entries.get(targets.byId.get(sheetRelation) ?? '')
  if (!sheet) refuse('file_damaged')
  const strings = entries.get(targets.byType.get('sharedStrings') ?? 'xl/sharedStrings.xml')
  const styles = entries.get(targets.byType.get('styles') ?? 'xl/styles.xml')
  return {
    bytes,
    sheet,
    from1904,
    sharedStrings: strings ? await readSharedStrings(bytes, strings) : [],
    isDateStyle: styles ? await readDateStyles(bytes, styles) : [],
  }
}

/** Reads a part whole, told by tags. */
async function scan(bytes: Bytes, entry: ZipEntry, mostBytes: number, listener: Partial<ConstructorParameters<typeof XmlScanner>[0]>) {
  if (entry.size > mostBytes) refuse('file_unpacks_too_large')
  const ignore = () => undefined
  const scanner = new XmlScanner({ open: ignore, close: ignore, text: ignore, ...listener })
  const decoder = new TextDecoder()
  for await (const chunk of unpack(bytes, entry)) scanner.write(decoder.decode(chunk, { stream: true }))
}

async function readWorkbookPart(bytes: Bytes, entry: ZipEntry): Promise<{ sheetRelation: string; from1904: boolean }> {
  let sheetRelation: string | null = null
  let from1904 = false
  await scan(bytes, entry, partBytes, {
    open: (name, attributes) => {
      if (name === 'sheet') sheetRelation ??= attribute(attributes, '\\w+:id') ?? ''
      if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')
    },
  })
  return { sheetRelation: sheetRelation ?? refuse('file_damaged'), from1904 }
}

async function readRelations(bytes: Bytes, entry: ZipEntry) {
  const byId = new Map<string, string>()
  const byType = new Map<string, string>()
  await scan(bytes, entry, partBytes, {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      const target = attribute(attributes, 'Target') ?? ''
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
      byId.set(attribute(attributes, 'Id') ?? '', path)
      byType.set(attribute(attributes, 'Type')?.split('/').at(-1) ?? '', path)
    },
  })
  return { byId, byType }
}

async function readSharedStrings(bytes: Bytes, entry: ZipEntry): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isReading = false
  await scan(bytes, entry, sharedStringBytes, {
    open: name => {
      if (name === 'si') text = ''
      // How a name is pronounced is no part of it.
      if (name === 'rPh') isReading = true
      isText = name === 't' && !isReading
    },
    close: name => {
      if (name === 'rPh') isReading = false
      if (name === 't') isText = false
      if (name === 'si') strings.push(ownCopy(text))
    },
    text: piece => {
      if (isText) text += piece
    },
  })
  return strings
}

/** A long string that was cut out of a piece of the file would keep the whole piece in memory. */
const ownCopy = (text: string) => (text.length < 13 ? text : Buffer.from(text).toString())

async function readDateStyles(bytes: Bytes, entry: ZipEntry): Promise<boolean[]> {
  const formats = new Map<number, string>()
  const styles: boolean[] = []
  let isCellFormat = false
  await scan(bytes, entry, partBytes, {
    open: (name, attributes) => {
      if (name === 'numFmt') formats.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '')
      if (name === 'cellXfs') isCellFormat = true
      if (name === 'xf' && isCellFormat) {
        const format = Number(attribute(attributes, 'numFmtId'))
        styles.push(isDateFormat(format, formats.get(format)))
      }
    },
    close: name => {
      if (name === 'cellXfs') isCellFormat = false
    },
  })
  return styles
}

/** Formats with a number below 164 are the same in every workbook (ECMA-376 part 1, 18.8.30). */
function isDateFormat(format: number, code: string | undefined): boolean {
  if (code === undefined)
    return (
      (format >= 14 && format <= 22) || (format >= 27 && format <= 36) || (format >= 45 && format <= 58 && format !== 48 && format !== 49)
    )
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_./g, ''))
}
