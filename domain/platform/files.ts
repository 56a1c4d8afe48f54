import { createHash } from 'node:crypto'
import { constants, createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { refuse } from '#contract/refusals.ts'
import { toError } from '#values/error.ts'
import { type AccountId, accountIdOrThrow, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { currentKeyId, decryptBytes, encrypt, keyIdOf } from './secret.ts'

export interface StoredFile {
  byteCount: number
  /** Hexadecimal. */
  sha256: string
}

/** Magic bytes of an encrypted file: no other stored file starts with them. */
const encryptedMark = Buffer.from('hongyan sealed 1\n')

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** File store of accounts on the local disk: a folder per account, named by ids. No user input gets into a path. */
export class Files {
  readonly directory: string
  readonly #secret: string | null

  /** `directory` is created with the first file. `secret`: the platform's, needed to encrypt and decrypt. */
  constructor(directory: string, secret: string | null = null) {
    this.directory = directory
    this.#secret = secret
  }

  /**
   * Stores a stream under its id atomically. Refuses `file_too_large` as soon as a byte too many arrives; repeating
   * replaces the file.
   */
  async put(account: AccountId, fileId: string, source: Readable, maxBytes: number): Promise<StoredFile> {
    const path = this.pathOf(account, fileId)
    // A unique name: concurrent writers of the same file don't mix their bytes, and the last complete one wins.
    const partPath = `${path}.${newId()}.part`
    await mkdir(join(this.directory, account), { recursive: true })
    const hash = createHash('sha256')
    let byteCount = 0
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        byteCount += chunk.length
        if (byteCount > maxBytes) {
          try {
            refuse('file_too_large', { megabytes: Math.floor(maxBytes / 1024 / 1024) })
          } catch (error) {
            return done(toError(error))
          }
        }
        hash.update(chunk)
        done(null, chunk)
      },
    })
    try {
      // Flushed before the rename: a file under its final name is complete even after a power cut.
      await pipeline(source, counted, createWriteStream(partPath, { flush: true }))
      await rename(partPath, path)
    } catch (error) {
      await rm(partPath, { force: true })
      throw error
    }
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
    const stored = await readFile(this.pathOf(account, fileId))
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
      const keyId = await this.#keyIdOf(join(this.directory, name))
      if (keyId !== null) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
    }
    return counts
  }

  async #reEncryptFile(name: string): Promise<boolean> {
    const path = join(this.directory, name)
    const keyId = await this.#keyIdOf(path)
    if (keyId === null || keyId === currentKeyId(this.#needSecret())) return false
    const [account = '', fileId = ''] = name.split('/')
    const stored = await readFile(path).catch(ignoreMissing)
    if (!stored) return false
    const context = encryptionContext(accountIdOrThrow(account), fileId)
    const plain = decryptBytes(this.#needSecret(), context, stored.subarray(encryptedMark.length))
    const partPath = `${path}.${newId()}.part`
    await writeFile(partPath, Buffer.concat([encryptedMark, encrypt(this.#needSecret(), context, plain)]), { flush: true })
    // A file that was purged meanwhile must not come back.
    const isThere = (await stat(path).catch(ignoreMissing)) !== undefined
    await (isThere ? rename(partPath, path) : rm(partPath))
    return isThere
  }

  /** Null: the file is not encrypted, or gone. */
  async #keyIdOf(path: string): Promise<string | null> {
    const handle = await open(path).catch(ignoreMissing)
    if (!handle) return null
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(encryptedMark.length + 8), 0, encryptedMark.length + 8, 0)
      const head = buffer.subarray(0, bytesRead)
      return head.subarray(0, encryptedMark.length).equals(encryptedMark) ? (keyIdOf(head.subarray(encryptedMark.length)) ?? '') : null
    } finally {
      await handle.close()
    }
  }

  /** `account/file` of every complete file, sorted. */
  async #names(): Promise<string[]> {
    const names = (await readdir(this.directory, { recursive: true }).catch(ignoreMissing)) ?? []
    return names.filter(name => /^[^/]+\/[^/.]+$/.test(name)).sort()
  }

  #needSecret(): string {
    if (this.#secret === null) throw new Error('encrypted files need the secret of the platform')
    return this.#secret
  }

  /** The bytes of a file, or the first of them. The stream fails with ENOENT when there is none. */
  open(account: AccountId, fileId: string, firstBytes?: number): ReadStream {
    return createReadStream(this.pathOf(account, fileId), firstBytes === undefined ? {} : { end: firstBytes - 1 })
  }

  /**
   * Reads a range of bytes. The stream fails with ENOENT when there is no such file, and ends early where the file
   * does.
   */
  openPart(account: AccountId, fileId: string, from: number, byteCount: number): Readable {
    return byteCount === 0 ? Readable.from([]) : createReadStream(this.pathOf(account, fileId), { start: from, end: from + byteCount - 1 })
  }

  /**
   * Resumes a file whose first bytes are known to be good, and cuts off the rest. Null when it has fewer. Unlike with
   * `put`, it has its final name from the first byte on, so readers must know whether it is complete.
   */
  async resume(account: AccountId, fileId: string, byteCount: number): Promise<GrowingFile | null> {
    const path = this.pathOf(account, fileId)
    await mkdir(join(this.directory, account), { recursive: true })
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT)
    if ((await handle.stat()).size < byteCount) {
      await handle.close()
      return null
    }
    await handle.truncate(byteCount)
    return new GrowingFile(handle, byteCount)
  }

  /** Free bytes on the disk. */
  async freeBytes(): Promise<number> {
    await mkdir(this.directory, { recursive: true })
    const { bavail, bsize } = await statfs(this.directory)
    return bavail * bsize
  }

  /** Refuses `storage_full` when a large piece of work could leave PostgreSQL without disk space. */
  async requireRoom(leastBytes: number = limits.minFreeBytes): Promise<void> {
    if ((await this.freeBytes()) < leastBytes) refuse('storage_full')
  }

  async sizeOf(account: AccountId, fileId: string): Promise<number> {
    return (await stat(this.pathOf(account, fileId))).size
  }

  /** Deletes a file; a missing one is no error. */
  async remove(account: AccountId, fileId: string): Promise<void> {
    await rm(this.pathOf(account, fileId), { force: true })
  }

  /** Deletes partial files of programs that were killed while writing. */
  async removeUnfinished(before: Date): Promise<void> {
    for (const path of await this.unfinished()) {
      // Another process may have deleted it.
      const facts = await stat(path).catch(ignoreMissing)
      if (facts && facts.mtime < before) await rm(path, { force: true })
    }
  }

  private async unfinished(): Promise<string[]> {
    const names = (await readdir(this.directory, { recursive: true }).catch(ignoreMissing)) ?? []
    return names.filter(name => name.endsWith('.part')).map(name => join(this.directory, name))
  }

  private pathOf(account: AccountId, fileId: string): string {
    if (!uuid.test(account) || !uuid.test(fileId)) throw new Error('files are named by ids')
    return join(this.directory, account, fileId)
  }
}

const encryptionContext = (account: AccountId, fileId: string) => `file/${account}/${fileId}`

/** A file that is appended to piece by piece. */
export class GrowingFile {
  readonly #handle: FileHandle
  #byteCount: number

  constructor(handle: FileHandle, byteCount: number) {
    this.#handle = handle
    this.#byteCount = byteCount
  }

  /** Appends durably: when it returns, the bytes survive a power cut. */
  async add(bytes: Buffer): Promise<void> {
    let written = 0
    while (written < bytes.length) {
      const { bytesWritten } = await this.#handle.write(bytes, written, bytes.length - written, this.#byteCount)
      written += bytesWritten
      this.#byteCount += bytesWritten
    }
    await this.#handle.datasync()
  }

  /** Hexadecimal, of the whole content so far. */
  async sha256(): Promise<string> {
    const hash = createHash('sha256')
    if (this.#byteCount === 0) return hash.digest('hex')
    for await (const chunk of this.#handle.createReadStream({ start: 0, end: this.#byteCount - 1, autoClose: false }))
      hash.update(chunk as Buffer)
    return hash.digest('hex')
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
