import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { z } from 'zod'
import { chunksOf } from '#values/bytes.ts'
import { decryptStream, encryptStream } from './cipher.ts'
import type { ObjectStore } from './object-store.ts'

/** What was stored: the plain bytes, and the object as it is in the store. */
export interface StoredObject {
  bytes: number
  /** Hexadecimal, of the plain bytes. */
  sha256: string
  storedBytes: number
  /** Hexadecimal, of the object: it can be checked without the secret. */
  storedSha256: string
}

/** A store whose objects are compressed, then encrypted with a key of the platform's secret. */
export class Vault {
  readonly store: ObjectStore
  readonly #secret: string

  constructor(store: ObjectStore, secret: string) {
    this.store = store
    this.#secret = secret
  }

  async put(name: string, source: Readable): Promise<StoredObject> {
    const [plain, stored] = [meter(), meter()]
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } })
    await Promise.all([
      pipeline(source, plain.stream, compress, encryptStream(this.#secret, name), stored.stream),
      this.store.put(name, stored.stream),
    ])
    const [{ bytes, sha256 }, { bytes: storedBytes, sha256: storedSha256 }] = [plain.total(), stored.total()]
    return { bytes, sha256, storedBytes, storedSha256 }
  }

  /** The plain bytes of an object. The stream fails where anything was changed. */
  async open(name: string): Promise<Readable> {
    const plain = createZstdDecompress()
    // The reader gets the error.
    pipeline(await this.store.open(name), decryptStream(this.#secret, name), plain).catch(error => plain.destroy(error))
    return plain
  }

  async putJson(name: string, value: unknown): Promise<void> {
    await this.put(name, Readable.from([Buffer.from(JSON.stringify(value))]))
  }

  async readJson<Schema extends z.ZodType>(name: string, schema: Schema): Promise<z.output<Schema>> {
    const chunks: Buffer[] = []
    for await (const chunk of chunksOf(await this.open(name))) chunks.push(chunk)
    return schema.parse(JSON.parse(Buffer.concat(chunks).toString()))
  }
}

/** Counts and hashes what passes. */
export function meter(): { stream: Transform; total: () => { bytes: number; sha256: string } } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, total: () => ({ bytes, sha256: hash.digest('hex') }) }
}
