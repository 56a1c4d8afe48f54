import { constants, inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { type PrivateFileKind, type PrivateFilePurpose, privateFileKinds, privateFilePurposes } from '#contract/account/private-file.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import { toError } from '#values/error.ts'
import { limits } from '#values/limits.ts'

/** A checked file, in the form to be stored. */
export interface CheckedFile {
  kind: PrivateFileKind
  bytes: Buffer
  /** Of pictures only. */
  width: number | null
  height: number | null
}

// Pictures are processed one after another; none stays in memory.
sharp.cache(false)
sharp.concurrency(1)

const heads: readonly { kind: PrivateFileKind; is: (bytes: Buffer) => boolean }[] = [
  { kind: 'jpg', is: bytes => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) },
  { kind: 'png', is: bytes => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) },
  { kind: 'pdf', is: bytes => bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) },
  { kind: 'ofd', is: bytes => bytes.subarray(0, 4).equals(Buffer.from('504b0304', 'hex')) && bytes.includes('OFD.xml') },
  { kind: 'xml', is: bytes => /^(?:\ufeff)?<\?xml[\s?]/.test(bytes.subarray(0, 16).toString('utf8')) },
]

/**
 * File check for uploads, by bytes and never by name. Returns what is to be stored: pictures re-encoded from their
 * pixels, documents unchanged. Refuses `file_empty`, `private_file_too_large`, `private_file_kind`,
 * `picture_too_large`, `file_damaged`, `document_active`.
 */
export async function checkFile(purpose: PrivateFilePurpose, bytes: Buffer): Promise<CheckedFile> {
  if (bytes.length === 0) refuse('file_empty')
  if (bytes.length > limits.privateFileBytes) refuse('private_file_too_large', { megabytes: limits.privateFileBytes / 1024 / 1024 })
  const { kinds, mayCarryFiles } = privateFilePurposes[purpose]
  const kind = heads.find(head => head.is(bytes))?.kind
  if (!kind || !kinds.some(one => one === kind))
    refuse('private_file_kind', { kinds: kinds.map(one => privateFileKinds[one].name).join('、') })
  if (kind === 'jpg' || kind === 'png') return redraw(bytes, kind)
  if (kind === 'pdf') requirePassive(bytes, mayCarryFiles)
  if (kind === 'xml') requirePlainXml(bytes)
  return { kind, bytes, width: null, height: null }
}

/** Re-encodes a picture from its pixels, upright, which removes metadata and embedded other formats. */
async function redraw(bytes: Buffer, kind: 'jpg' | 'png'): Promise<CheckedFile> {
  const { width, height } = await readable(() => sharp(bytes, { limitInputPixels: false }).metadata())
  if (width * height > limits.privateFilePixels || Math.max(width, height) > limits.privateFileSide) refuse('picture_too_large')
  if (Math.min(width, height) < limits.privateFileLeastSide) refuse('picture_too_small', { pixels: limits.privateFileLeastSide })
  const side = limits.keptPictureSide
  const upright = () =>
    sharp(bytes, { limitInputPixels: limits.privateFilePixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
  const asJpeg = () => upright().flatten({ background: '#fff' }).jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
  let drawn = await readable(() => (kind === 'png' ? upright().png() : asJpeg()).toBuffer({ resolveWithObject: true }))
  let kept = kind
  // A photograph uploaded as PNG.
  if (drawn.data.length > limits.privateFileBytes) {
    drawn = await readable(() => asJpeg().toBuffer({ resolveWithObject: true }))
    kept = 'jpg'
  }
  return { kind: kept, bytes: drawn.data, width: drawn.info.width, height: drawn.info.height }
}

/** A decoder error is caused by the file, so it becomes a refusal. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Refusal('file_damaged', { detail: toError(error).message.slice(0, 100) })
  }
}

/** PDF names that make a document active, with a description. */
const activeNames: Record<string, string> = {
  JavaScript: '脚本',
  Launch: '启动程序的操作',
  RichMedia: '多媒体内容',
  Rendition: '多媒体内容',
  SubmitForm: '提交表单的操作',
  ImportData: '导入数据的操作',
  GoToE: '打开内嵌文件的操作',
  GoToR: '打开其他文件的操作',
  XFA: '动态表单',
}

/**
 * Refuses `document_active` for a PDF that has actions on opening, attachments, encryption or data after its end.
 * Decodes names with `#` escapes and compressed object streams (ISO 32000-1 §7.3.5, §7.5.7). Viewers find objects by
 * offset, so apparent comments, strings and stream contents are scanned as well.
 */
function requirePassive(bytes: Buffer, mayCarryFiles: boolean): void {
  const text = bytes.toString('latin1')
  const end = text.lastIndexOf('%%EOF')
  if (end < 0) refuse('file_damaged')
  if (text.slice(end + 5).trim() !== '') refuse('document_active', { what: '文件末尾之后的其他内容' })
  const parts = [text, ...unpackedStreams(bytes, text)]
  const names = new Set(parts.flatMap(namesOf))
  for (const [name, what] of Object.entries(activeNames)) if (names.has(name)) refuse('document_active', { what })
  if (names.has('Encrypt')) refuse('document_active', { what: '密码保护' })
  if (names.has('EmbeddedFile') && !mayCarryFiles) refuse('document_active', { what: '内嵌文件' })
  if (names.has('URI') && (names.has('AA') || parts.some(part => opensAddress(part, parts))))
    refuse('document_active', { what: '自动打开网址的操作' })
}

/**
 * The names in a text. Streams may contain any bytes by chance: only names followed by white space or a delimiter
 * (§7.2.2) count.
 */
const namesOf = (text: string): string[] =>
  [...text.matchAll(/\/([A-Za-z#][\w#]{1,40})(?=[\s\0/<([\])>{}%]|$)/g)].map(([, written = '']) =>
    written.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )

/** Whether the open action, inline or as an object, leads to a URI. */
function opensAddress(text: string, parts: readonly string[]): boolean {
  return [...text.matchAll(/\/OpenAction(?:[\s\0]|%[^\r\n]*)*(?:(\d+)\s+\d+\s+R|<<)/g)].some(({ 1: number, index }) => {
    const actions = number === undefined ? [text.slice(index, index + 1000)] : parts.map(part => objectOf(part, number))
    return actions.some(action => namesOf(action).includes('URI'))
  })
}

/**
 * The text of an object of the file, or of an object stream, which starts with the numbers and offsets of its objects.
 */
function objectOf(part: string, number: string): string {
  const [header = ''] = /^[\d\s]*/.exec(part) ?? []
  const pairs = header.trim().split(/\s+/)
  const at = pairs.findIndex((pair, index) => index % 2 === 0 && pair === number)
  if (at >= 0) return part.slice(header.length + Number(pairs[at + 1]), header.length + (Number(pairs[at + 3]) || part.length))
  return new RegExp(`(?<!\\d)${number}\\s+\\d+\\s+obj([\\s\\S]*?)endobj`).exec(part)?.[1] ?? ''
}

/**
 * The texts of all deflated streams that may hold objects, whatever their type, with a bound on the decompressed size.
 * Objects compressed in any other way are refused.
 */
function* unpackedStreams(bytes: Buffer, text: string): Generator<string> {
  let leftBytes = limits.documentUnpackedBytes
  for (const { 0: keyword, index } of text.matchAll(/stream\r?\n/g)) {
    if (text.slice(index - 3, index) === 'end') continue
    const from = index + keyword.length
    const to = text.indexOf('endstream', from)
    if (to < 0) refuse('file_damaged')
    const names = namesOf(text.slice(Math.max(text.lastIndexOf('endstream', index), index - 2000, 0), index))
    const filterCount = names.filter(name => /Decode$|^(?:Fl|AHx|A85|LZW|RL)$/.test(name)).length
    const isPlain = filterCount === 0 || (filterCount === 1 && names.some(name => name === 'FlateDecode' || name === 'Fl'))
    if (names.includes('First') && !(isPlain && !names.includes('Predictor'))) refuse('document_active', { what: '无法检查的压缩内容' })
    if (!holdsObjects(bytes.subarray(from, Math.min(to, from + 256)))) continue
    try {
      const unpacked = inflateSync(bytes.subarray(from, to), { maxOutputLength: Math.max(1, leftBytes) })
      leftBytes -= unpacked.length
      yield unpacked.toString('latin1')
    } catch {
      refuse('document_active', { what: '无法检查的压缩内容' })
    }
  }
}

/**
 * Whether a stream may hold deflated objects: those start with the number of the first, after white space and comments.
 */
function holdsObjects(head: Buffer): boolean {
  try {
    return /^[\s\0]*(?:$|[\d%+-])/.test(inflateSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1'))
  } catch {
    return false
  }
}

/** XML of invoices needs no document type; entities allow XML bombs and external entities (XXE). */
function requirePlainXml(bytes: Buffer): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(bytes.toString('latin1'))) refuse('document_active', { what: '文档类型声明' })
}
