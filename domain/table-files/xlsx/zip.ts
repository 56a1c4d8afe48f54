import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { Refusal, refuse } from '#contract/refusals.ts'
import { limits } from '#values/limits.ts'

/** Random access to bytes. */
export interface Bytes {
  size: number
  open: (from: number, byteCount: number) => Readable
}

export interface Zip {
  file: ZipFile
  reader: BytesReader
  entries: ReadonlyMap<string, Entry>
}

/** Bound on the parts of a workbook; one with pictures on every sheet has some hundreds. */
const maxEntries = 5_000

class BytesReader extends RandomAccessReader {
  readonly #bytes: Bytes
  onBytes: ((byteCount: number) => void) | undefined

  constructor(bytes: Bytes) {
    super()
    this.#bytes = bytes
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const stream = this.#bytes.open(start, end - start)
    if (this.onBytes) stream.on('data', (chunk: Buffer) => this.onBytes?.(chunk.length))
    return stream
  }
}

/**
 * Opens a zip file. Refuses `file_damaged`, and `file_unpacks_too_large` by the declared sizes, which `unpack` enforces
 * for every entry.
 */
export async function openZip(bytes: Bytes): Promise<Zip> {
  const reader = new BytesReader(bytes)
  const entries = new Map<string, Entry>()
  try {
    // Sizes are checked by `unpack`, which tells too many bytes from too few.
    const file = await fromRandomAccessReaderPromise(reader, bytes.size, { autoClose: false, validateEntrySizes: false })
    if (file.entryCount > maxEntries) refuse('file_unpacks_too_large')
    for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry)
    const unpackedBytes = [...entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0)
    if (unpackedBytes > limits.uploadUnpackedBytes) refuse('file_unpacks_too_large')
    return { file, reader, entries }
  } catch (error) {
    throwDamaged(error)
  }
}

/**
 * Decompresses an entry, piece by piece. The stream fails with `file_unpacks_too_large` at the first byte beyond the
 * declared size, and with `file_damaged` when there are fewer, the checksum differs, or decompression fails. `onBytes`
 * gets the number of compressed bytes.
 */
export async function* unpack({ file, reader }: Zip, entry: Entry, onBytes?: (byteCount: number) => void): AsyncGenerator<Buffer> {
  reader.onBytes = onBytes
  let stream: Readable | undefined
  let size = 0
  let crc = 0
  try {
    stream = await file.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > entry.uncompressedSize) refuse('file_unpacks_too_large')
      crc = crc32(chunk, crc)
      yield chunk
    }
    if (size !== entry.uncompressedSize || crc !== entry.crc32) refuse('file_damaged')
  } catch (error) {
    throwDamaged(error)
  } finally {
    stream?.destroy()
  }
}

/** Errors of the file system stay what they are; any other means that the file is damaged. */
function throwDamaged(error: unknown): never {
  if (error instanceof Refusal || (error instanceof Error && 'syscall' in error)) throw error
  refuse('file_damaged')
}
