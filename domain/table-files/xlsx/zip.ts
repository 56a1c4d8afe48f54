import { type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createInflateRaw } from 'node:zlib'
import { Refusal, refuse } from '#contract/refusals.ts'
import { limits } from '#values/limits.ts'

/** Random access to bytes. */
export interface Bytes {
  size: number
  open: (from: number, byteCount: number) => Readable
}

export interface ZipEntry {
  name: string
  isDeflated: boolean
  packedSize: number
  size: number
  crc: number
  offset: number
}

const endBytes = 22
const commentBytes = 65_535
const entryBytes = 46
const localBytes = 30
/** Bound on the parts of a workbook; one with pictures on every sheet has some hundreds. */
const maxEntries = 5_000

/**
 * The directory of a zip file (APPNOTE.TXT 4.3.12, 4.3.16), by name. Refuses `file_damaged`, and
 * `file_unpacks_too_large` by the declared sizes, which `unpack` enforces for every entry.
 */
export async function readDirectory(bytes: Bytes): Promise<Map<string, ZipEntry>> {
  const tail = await part(bytes, Math.max(0, bytes.size - endBytes - commentBytes), endBytes + commentBytes)
  const end = tail.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || end + endBytes > tail.length) refuse('file_damaged')
  const count = tail.readUInt16LE(end + 10)
  const size = tail.readUInt32LE(end + 12)
  const offset = tail.readUInt32LE(end + 16)
  if (count > maxEntries) refuse('file_unpacks_too_large')
  if (offset + size > bytes.size || size < count * entryBytes) refuse('file_damaged')
  const directory = await part(bytes, offset, size)
  const entries = new Map<string, ZipEntry>()
  let at = 0
  for (let index = 0; index < count; index += 1) {
    if (at + entryBytes > directory.length || directory.readUInt32LE(at) !== 0x02014b50) refuse('file_damaged')
    const nameEnd = at + entryBytes + directory.readUInt16LE(at + 28)
    const entry = entryAt(directory, at, nameEnd)
    entries.set(entry.name, entry)
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  const unpacked = [...entries.values()].reduce((sum, entry) => sum + entry.size, 0)
  if (unpacked > limits.uploadUnpackedBytes) refuse('file_unpacks_too_large')
  return entries
}

function entryAt(directory: Buffer, at: number, nameEnd: number): ZipEntry {
  const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1
  const method = directory.readUInt16LE(at + 10)
  if (isEncrypted || (method !== 0 && method !== 8)) refuse('file_damaged')
  return {
    // Some Windows programs write backslashes.
    name: directory.toString('utf8', at + entryBytes, nameEnd).replaceAll('\\', '/'),
    isDeflated: method === 8,
    crc: directory.readUInt32LE(at + 16),
    packedSize: directory.readUInt32LE(at + 20),
    size: directory.readUInt32LE(at + 24),
    offset: directory.readUInt32LE(at + 42),
  }
}

/**
 * Decompresses an entry, piece by piece. The stream fails with `file_unpacks_too_large` at the first byte beyond the
 * declared size, and with `file_damaged` when there are fewer, the checksum differs, or decompression fails. `onBytes`
 * gets the number of compressed bytes.
 */
export async function* unpack(bytes: Bytes, entry: ZipEntry, onBytes?: (byteCount: number) => void): AsyncGenerator<Buffer> {
  const header = await part(bytes, entry.offset, localBytes)
  if (header.length < localBytes || header.readUInt32LE(0) !== 0x04034b50) refuse('file_damaged')
  const from = entry.offset + localBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = bytes.open(from, entry.packedSize)
  if (onBytes) packed.on('data', (chunk: Buffer) => onBytes(chunk.length))
  const plain = packed.pipe(entry.isDeflated ? createInflateRaw() : new Transform({ transform: (chunk, _, done) => done(null, chunk) }))
  packed.on('error', error => plain.destroy(error))
  let size = 0
  let crc = 0
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > entry.size) refuse('file_unpacks_too_large')
      crc = crc32(chunk, crc)
      yield chunk
    }
    if (size !== entry.size || crc !== entry.crc) refuse('file_damaged')
  } catch (error) {
    if (!(error instanceof Refusal) && String((error as NodeJS.ErrnoException).code).startsWith('Z_')) refuse('file_damaged')
    throw error
  } finally {
    packed.destroy()
    plain.destroy()
  }
}

const part = (bytes: Bytes, from: number, byteCount: number): Promise<Buffer> =>
  from >= bytes.size ? Promise.resolve(Buffer.alloc(0)) : buffer(bytes.open(from, Math.min(byteCount, bytes.size - from)))
