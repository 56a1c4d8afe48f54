import { createWriteStream } from 'node:fs'
import { chown, mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { chunksOf } from '#values/bytes.ts'

const blockBytes = 512

interface Owner {
  uid: number
  gid: number
}

/** Unpacks a tar of files, folders and links into a folder, for another user where one is given. */
export async function unpackTar(source: AsyncIterable<unknown>, folder: string, owner: Owner | null): Promise<void> {
  const reader = new BlockReader(source)
  for (;;) {
    const header = await reader.read(blockBytes)
    if (!header || header.every(byte => byte === 0)) break
    const { name, size, mode, type, target } = parseHeader(header)
    const at = path.join(folder, name)
    if (at !== folder && !at.startsWith(`${folder}${path.sep}`)) throw new Error(`a tar with a name outside of its folder: ${name}`)
    if (type === '5') await mkdir(at, { recursive: true, mode })
    else if (type === '2') await symlink(target, at)
    else if (type === '0' || type === '\0') {
      await pipeline(Readable.from(reader.stream(size)), createWriteStream(at, { mode }))
      await reader.skip((blockBytes - (size % blockBytes)) % blockBytes)
    } else throw new Error(`a tar with an entry of the unknown type ${type}: ${name}`)
    if (owner && type !== '2') await chown(at, owner.uid, owner.gid)
  }
  await reader.drain()
}

function parseHeader(header: Buffer) {
  const text = (from: number, length: number) => header.toString('utf8', from, from + length).split('\0', 1)[0] ?? ''
  const number = (from: number, length: number) =>
    (header.readUInt8(from) & 0x80) === 0
      ? Number.parseInt(text(from, length).trim() || '0', 8)
      : // Sizes from 8 GB on are binary.
        Number(BigInt(`0x${header.toString('hex', from + 1, from + length)}`))
  const prefix = text(345, 155)
  return {
    name: path.normalize(prefix ? `${prefix}/${text(0, 100)}` : text(0, 100)).replace(/\/$/, ''),
    mode: number(100, 8) & 0o777,
    size: number(124, 12),
    type: text(156, 1) || '0',
    target: text(157, 100),
  }
}

/** Reads pieces of wanted sizes from a stream of chunks. */
class BlockReader {
  readonly #chunks: AsyncGenerator<Buffer>
  #rest = Buffer.alloc(0)

  constructor(source: AsyncIterable<unknown>) {
    this.#chunks = chunksOf(source)
  }

  /** Null at the end of the stream. */
  async read(bytes: number): Promise<Buffer | null> {
    const parts: Buffer[] = []
    for await (const part of this.stream(bytes, true)) parts.push(part)
    return parts.length === 0 ? null : Buffer.concat(parts)
  }

  async *stream(bytes: number, mayEnd = false): AsyncGenerator<Buffer> {
    let left = bytes
    while (left > 0) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next()
        if (next.done) {
          if (mayEnd && left === bytes) return
          throw new Error('a tar that ends in the middle of an entry')
        }
        this.#rest = Buffer.from(next.value)
      }
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }

  async skip(bytes: number): Promise<void> {
    if (bytes > 0) await this.read(bytes)
  }

  /** Reads to the end: only then the whole stream is known to be sound. */
  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}
