import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { type PrivateFileKind, type PrivateFilePurpose, privateFileKinds, privateFilePurposes } from '#contract/private-file.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import { limits } from '#values/limits.ts'

/** A file that passed, in the form in which it is kept. */
export interface CheckedFile {
  kind: PrivateFileKind
  bytes: Buffer
  /** Of pictures. */
  width: number | null
  height: number | null
}

// Pictures come one after the other; none of them stays in memory.
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
 * Looks at a file by its bytes, never by its name, and gives what is kept of it: pictures made anew without anything that is no picture, documents as
 * they are. Refuses `file_empty`, `private_file_too_large`, `private_file_kind`, `picture_too_large`, `file_damaged` and `document_active`.
 */
export async function checkFile(purpose: PrivateFilePurpose, bytes: Buffer): Promise<CheckedFile> {
  if (bytes.length === 0) refuse('file_empty')
  if (bytes.length > limits.privateFileBytes) refuse('private_file_too_large', { megabytes: limits.privateFileBytes / 1024 / 1024 })
  const { kinds, mayCarryFiles } = privateFilePurposes[purpose]
  const kind = heads.find(head => head.is(bytes))?.kind
  if (!kind || !(kinds as readonly PrivateFileKind[]).includes(kind))
    refuse('private_file_kind', { kinds: kinds.map(one => privateFileKinds[one].name).join('、') })
  if (kind === 'jpg' || kind === 'png') return redraw(bytes, kind)
  if (kind === 'pdf') requirePassive(bytes, mayCarryFiles)
  if (kind === 'xml') requirePlainXml(bytes)
  return { kind, bytes, width: null, height: null }
}

/** A picture drawn anew: its pixels, upright, and nothing else, so that neither places nor other formats hide in it. */
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
  // A photograph that came as PNG.
  if (drawn.data.length > limits.privateFileBytes) {
    drawn = await readable(() => asJpeg().toBuffer({ resolveWithObject: true }))
    kept = 'jpg'
  }
  return { kind: kept, bytes: drawn.data, width: drawn.info.width, height: drawn.info.height }
}

/** What the decoder can't read is the sender's fault: it gets only bytes. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Refusal('file_damaged', { detail: (error as Error).message.slice(0, 100) })
  }
}

/** Names of PDF that make a document do something, and what it is called. */
const activeNames: Record<string, string> = {
  JavaScript: '脚本',
  Launch: '启动程序的操作',
  RichMedia: '多媒体内容',
  SubmitForm: '提交表单的操作',
  ImportData: '导入数据的操作',
  GoToE: '打开内嵌文件的操作',
  XFA: '动态表单',
}

/**
 * Refuses `document_active` for a PDF that does something when it is opened, carries files, is encrypted, or has something else behind its end. Names may be
 * written with `#` and two digits, and objects may stand in compressed streams (ISO 32000-1 §7.3.5, §7.5.7): both are looked into.
 */
function requirePassive(bytes: Buffer, mayCarryFiles: boolean): void {
  const text = bytes.toString('latin1')
  const end = text.lastIndexOf('%%EOF')
  if (end < 0) refuse('file_damaged')
  if (text.slice(end + 5).trim() !== '') refuse('document_active', { what: '文件末尾之后的其他内容' })
  for (const part of [text, ...packedObjects(bytes, text)]) {
    // Streams may hold any bytes by chance: only a name that is followed by what a value begins with counts as one.
    for (const [, written = ''] of part.matchAll(/\/([A-Za-z#][\w#]{2,30})(?=[\s/<([\])>])/g)) {
      const name = written.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      if (Object.hasOwn(activeNames, name)) refuse('document_active', { what: activeNames[name]! })
      if (name === 'Encrypt') refuse('document_active', { what: '密码保护' })
      if (name === 'EmbeddedFile' && !mayCarryFiles) refuse('document_active', { what: '内嵌文件' })
    }
  }
}

/** The texts of compressed object streams, with a bound on what they unpack to. */
function* packedObjects(bytes: Buffer, text: string): Generator<string> {
  let leftBytes = limits.documentUnpackedBytes
  for (const { index } of text.matchAll(/\/(?:Type\s*\/ObjStm|Type\s*\/#4fbjStm)/gi)) {
    const begin = /stream\r?\n/.exec(text.slice(index, index + 2000))
    if (!begin) refuse('file_damaged')
    const from = index + begin.index + begin[0].length
    const to = text.indexOf('endstream', from)
    if (to < 0) refuse('file_damaged')
    try {
      const unpacked = inflateSync(bytes.subarray(from, to), { maxOutputLength: Math.max(1, leftBytes) })
      leftBytes -= unpacked.length
      yield unpacked.toString('latin1')
    } catch {
      refuse('document_active', { what: '无法检查的压缩内容' })
    }
  }
}

/** An invoice's data needs no document type; entities are how XML grows without end or reads foreign files. */
function requirePlainXml(bytes: Buffer): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(bytes.toString('latin1'))) refuse('document_active', { what: '文档类型声明' })
}
