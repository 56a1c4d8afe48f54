import iconv from 'iconv-lite'
import { refuse } from '#contract/refusals.ts'

const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030'] as const
export type TextEncoding = (typeof textEncodings)[number]

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

export type FileKind = { format: 'xlsx' } | { format: 'text'; encoding: TextEncoding }

/**
 * Detects a file's kind by its first bytes (magic numbers), never by its name. `whole`: there are no more bytes than
 * `head`. Refuses `file_empty`, `file_kind_unknown` (pictures, PDF, old XLS, programs) and `file_encoding_unknown`.
 */
export function sniffKind(head: Buffer, whole: boolean): FileKind {
  if (head.length === 0) refuse('file_empty')
  if (head.subarray(0, 4).equals(zipSignature)) {
    // Word documents and plain archives are zips too: a workbook names its parts, in a small file at the latest in the
    // directory at the end.
    if (head.includes('[Content_Types].xml') || head.includes('xl/')) return { format: 'xlsx' }
    refuse('file_kind_unknown')
  }
  if (foreignSignatures.some(signature => head.subarray(0, signature.length).equals(signature))) refuse('file_kind_unknown')
  const encoding = sniffEncoding(head, whole)
  const text = iconv.decode(head, encoding)
  if (text.replace(/[\s\ufeff]/g, '') === '') refuse('file_empty')
  return { format: 'text', encoding }
}

const zipSignature = Buffer.from('PK\u0003\u0004', 'latin1')
const foreignSignatures = [
  '89504e47', // PNG
  'ffd8ff', // JPEG
  '47494638', // GIF
  '25504446', // PDF
  'd0cf11e0a1b11ae1', // XLS and DOC before 2007
  '7f454c46', // ELF
  '4d5a9000', // Windows program
  '1f8b', // gzip
  '526172211a07', // RAR
  '377abcaf271c', // 7z
].map(hexadecimal => Buffer.from(hexadecimal, 'hex'))

function sniffEncoding(head: Buffer, whole: boolean): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  // In UTF-16 without a byte order mark every digit has a zero byte; texts in other encodings have none.
  if (head.includes(0)) return sniffUnmarkedUtf16(head)
  if (isUtf8(head, whole)) return 'utf-8'
  const text = iconv.decode(head, 'gb18030')
  // A character cut by the end of the head proves nothing.
  const strange = [...text.slice(0, whole ? undefined : -2)].filter(character => /[\ufffd\p{Co}\p{Cn}]/u.test(character)).length
  if (strange > 0) refuse('file_encoding_unknown')
  return 'gb18030'
}

function sniffUnmarkedUtf16(head: Buffer): TextEncoding {
  let evenZeros = 0
  let oddZeros = 0
  for (let index = 0; index < head.length; index++) {
    if (head[index] === 0) index % 2 === 0 ? evenZeros++ : oddZeros++
  }
  const quarter = head.length / 4
  if (oddZeros > quarter && evenZeros === 0) return 'utf-16le'
  if (evenZeros > quarter && oddZeros === 0) return 'utf-16be'
  return refuse('file_kind_unknown')
}

function isUtf8(head: Buffer, whole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !whole })
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
