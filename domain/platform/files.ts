import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { refuse } from '#contract/refusals.ts'
import { chunksOf } from '#values/bytes.ts'
import { errorCode } from '#values/error.ts'
import { type AccountId, accountIdOrThrow } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { currentKeyId, decryptBytes, encrypt, keyIdOf } from './secret.ts'
import { FolderStore } from './storage/folder-store.ts'
import { GrowingFile, removePieces } from './storage/growing-file.ts'
import type { ByteRange, ObjectStore } from './storage/object-store.ts'

export interface StoredFile {
  byteCount: number
  /** Hexadecimal. */
  sha256: string
}

/** Magic bytes of an encrypted file: no other stored file starts with them. */
const encryptedMark = Buffer.from('hongyan sealed 1\n')

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Files of accounts, named by ids, in a folder or a bucket. No user input gets into a name. */
export class Files {
  readonly #store: ObjectStore
  readonly #secret: string | null

  /** `store`: its folder, where it is one. `secret`: the platform's, needed to encrypt and decrypt. */
  constructor(store: ObjectStore | string, secret: string | null = null) {
    this.#store = typeof store === 'string' ? new FolderStore(store) : store
    this.#secret = secret
  }

  /** Where they are, for people. */
  get place(): string {
    return this.#store.place
  }

  /**
   * Stores a stream under its id atomically. Refuses `file_too_large` as soon as a byte too many arrives; repeating
   * replaces the file.
   */
  async put(account: AccountId, fileId: string, source: Readable, maxBytes: number): Promise<StoredFile> {
    const hash = createHash('sha256')
    let byteCount = 0
    async function* counted() {
      for await (const chunk of chunksOf(source)) {
        byteCount += chunk.length
        if (byteCount > maxBytes) refuse('file_too_large', { megabytes: Math.floor(maxBytes / 1024 / 1024) })
        hash.update(chunk)
        yield chunk
      }
    }
    await this.#store.put(nameOf(account, fileId), Readable.from(counted(), { objectMode: false }))
    return { byteCount, sha256: hash.digest('hex') }
  }

  /** Stores bytes encrypted at rest with the platform's secret; size and hash are those of the plain bytes. */
  async writeEncrypted(account: AccountId, fileId: string, bytes: Buffer): Promise<StoredFile> {
    const encrypted = Buffer.concat([encryptedMark, encrypt(this.#needSecret(), encryptionContext(account, fileId), bytes)])
    await this.put(account, fileId, Readable.from([encrypted]), encrypted.length)
    return { byteCount: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }

  /** Decrypts a file. Throws when it belongs to another account, id or secret, and when any bit has changed. */
  async readEncrypted(account: AccountId, fileId: string): Promise<Buffer> {
    const stored = await buffer(await this.#store.open(nameOf(account, fileId)))
    // Files from before encryption stay plain until their retention ends.
    if (!stored.subarray(0, encryptedMark.length).equals(encryptedMark)) return stored
    return decryptBytes(this.#needSecret(), encryptionContext(account, fileId), stored.subarray(encryptedMark.length))
  }

  /**
   * Encrypts files anew that another key than the current one has encrypted, of the next ones behind a cursor. Returns
   * the cursor behind them, null at the end, and how many there were.
   */
  async reEncrypt(after: string, limit: number): Promise<{ cursor: string | null; count: number }> {
    const next = (await this.#names()).filter(name => name > after).slice(0, limit)
    let count = 0
    for (const name of next) if (await this.#reEncryptFile(name)) count += 1
    return { cursor: next.at(-1) ?? null, count }
  }

  /** How many files each key has encrypted; those from before there were key ids under an empty text. */
  async countByKey(): Promise<Map<string, number>> {
    const counts = new Map<string, number>()
    for (const name of await this.#names()) {
      const keyId = await this.#keyIdOf(name)
      if (keyId !== null) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
    }
    return counts
  }

  async #reEncryptFile(name: string): Promise<boolean> {
    const keyId = await this.#keyIdOf(name)
    if (keyId === null || keyId === currentKeyId(this.#needSecret())) return false
    const [account = '', fileId = ''] = name.split('/')
    const stored = await this.#store.open(name).then(buffer).catch(ignoreMissing)
    if (!stored) return false
    const context = encryptionContext(accountIdOrThrow(account), fileId)
    const plain = decryptBytes(this.#needSecret(), context, stored.subarray(encryptedMark.length))
    // A file that was purged meanwhile must not come back.
    if ((await this.#store.sizeOf(name).catch(ignoreMissing)) === undefined) return false
    await this.#store.put(name, Readable.from([Buffer.concat([encryptedMark, encrypt(this.#needSecret(), context, plain)])]))
    return true
  }

  /** Null: the file is not encrypted, or gone. */
  async #keyIdOf(name: string): Promise<string | null> {
    const range = { from: 0, byteCount: encryptedMark.length + 8 }
    const head = await this.#store.open(name, range).then(buffer).catch(ignoreMissing)
    if (!head?.subarray(0, encryptedMark.length).equals(encryptedMark)) return null
    return keyIdOf(head.subarray(encryptedMark.length)) ?? ''
  }

  /** `account/file` of every complete file, sorted. */
  async #names(): Promise<string[]> {
    return (await this.#store.list('')).filter(name => /^[^/]+\/[^/.]+$/.test(name))
  }

  #needSecret(): string {
    if (this.#secret === null) throw new Error('encrypted files need the secret of the platform')
    return this.#secret
  }

  /**
   * The bytes of a file, or a range of them. The stream fails with ENOENT when there is none, and ends early where the
   * file does.
   */
  open(account: AccountId, fileId: string, range?: ByteRange): Readable {
    const name = nameOf(account, fileId)
    const store = this.#store
    async function* bytes() {
      yield* chunksOf(await store.open(name, range))
    }
    return Readable.from(bytes(), { objectMode: false })
  }

  /**
   * Resumes a file whose first bytes are known to be good, and cuts off the rest. Null when it has fewer. It can be
   * opened once it is finished.
   */
  resume(account: AccountId, fileId: string, byteCount: number): Promise<GrowingFile | null> {
    return GrowingFile.resume(this.#store, nameOf(account, fileId), byteCount)
  }

  /** Free bytes on the disk. */
  freeBytes(): Promise<number> {
    return this.#store.freeBytes()
  }

  /** Refuses `storage_full` when a large piece of work could leave PostgreSQL without disk space. */
  async requireRoom(leastBytes: number = limits.minFreeBytes): Promise<void> {
    if ((await this.freeBytes()) < leastBytes) refuse('storage_full')
  }

  sizeOf(account: AccountId, fileId: string): Promise<number> {
    return this.#store.sizeOf(nameOf(account, fileId))
  }

  /** Deletes a file; a missing one is no error. */
  async remove(account: AccountId, fileId: string): Promise<void> {
    const name = nameOf(account, fileId)
    await this.#store.remove(name)
    await removePieces(this.#store, name)
  }

  /** Deletes partial files of programs that were killed while writing. */
  removeUnfinished(before: Date): Promise<void> {
    return this.#store.removeUnfinished(before)
  }
}

function nameOf(account: AccountId, fileId: string): string {
  if (!uuid.test(account) || !uuid.test(fileId)) throw new Error('files are named by ids')
  return `${account}/${fileId}`
}

const encryptionContext = (account: AccountId, fileId: string) => `file/${account}/${fileId}`

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}
