import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { chunksOf } from '#values/bytes.ts'
import { errorCode } from '#values/error.ts'
import type { ObjectStore } from './object-store.ts'

/** Pieces of an object that still grows: `growing/`, its name with dots, and how many bytes are before the piece. */
const prefixOf = (name: string) => `growing/${name.replaceAll('/', '.')}.`
const pieceAt = (name: string, offset: number) => prefixOf(name) + String(offset).padStart(15, '0')
const offsetOf = (piece: string) => Number(piece.slice(piece.lastIndexOf('.') + 1))

/** The last ones first: what is there after a crash begins at the start and has no gap. */
const removeAll = async (store: ObjectStore, pieces: readonly string[]) => {
  for (const piece of pieces.toReversed()) await store.remove(piece)
}

export const removePieces = async (store: ObjectStore, name: string): Promise<void> => removeAll(store, await store.list(prefixOf(name)))

/** An object that is appended to piece by piece, by one program after another, and is there once it is finished. */
export class GrowingFile {
  readonly #store: ObjectStore
  readonly #name: string
  #byteCount: number

  private constructor(store: ObjectStore, name: string, byteCount: number) {
    this.#store = store
    this.#name = name
    this.#byteCount = byteCount
  }

  /**
   * Resumes a file behind its first bytes, and removes the pieces behind them; null where those bytes are not there. A
   * finished one can grow again.
   */
  static async resume(store: ObjectStore, name: string, byteCount: number): Promise<GrowingFile | null> {
    const pieces = await store.list(prefixOf(name))
    const kept = pieces.filter(piece => offsetOf(piece) < byteCount)
    const last = kept.at(-1)
    const end = last === undefined ? 0 : offsetOf(last) + (await store.sizeOf(last))
    await removeAll(store, end === byteCount ? pieces.slice(kept.length) : pieces)
    if (end === byteCount) return new GrowingFile(store, name, byteCount)
    const size = await store.sizeOf(name).catch(error => {
      if (errorCode(error) === 'ENOENT') return 0
      throw error
    })
    if (size < byteCount) return null
    await store.put(pieceAt(name, 0), await store.open(name, { from: 0, byteCount }))
    return new GrowingFile(store, name, byteCount)
  }

  /** Appends durably: when it returns, the bytes survive a power cut. */
  async add(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return
    await this.#store.put(pieceAt(this.#name, this.#byteCount), Readable.from([bytes]))
    this.#byteCount += bytes.length
  }

  /** Makes the pieces one object. Returns its SHA-256, hexadecimal. */
  async finish(): Promise<string> {
    const hash = createHash('sha256')
    const [store, pieces] = [this.#store, await this.#store.list(prefixOf(this.#name))]
    async function* content() {
      for (const piece of pieces)
        for await (const chunk of chunksOf(await store.open(piece))) {
          hash.update(chunk)
          yield chunk
        }
    }
    await store.put(this.#name, Readable.from(content(), { objectMode: false }))
    await removeAll(store, pieces)
    return hash.digest('hex')
  }
}
