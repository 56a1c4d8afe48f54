import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { newId } from '#values/id.ts'

export interface VisitLogOptions {
  folder: string
  logger: Logger
  now: () => Date
  /** Lines that came within so long are written and synced together: what kill -9 can lose. */
  flushMs: number
  /** A file that has grown so large is closed, and the next one begun. */
  fileBytes: number
  /** What waits in memory at most while the disk doesn't take any. */
  maxWaitingBytes: number
}

const chunkBytes = 1024 * 1024
/** Bytes of a letter in UTF-8 at most, for each of the string's own. */
const bytesOfLetter = 3

/** A file that was not written to for so long is never written to again, so that others can tell those of the dead from those of the idle. */
export const idleMs = 600_000

/**
 * Lines on their way to the database, first on the local disk: a database that is away loses none. Each line ends with a line feed. Several may write to one
 * folder, each to files of its own: `.log` is being written, `.done` is whole.
 */
export class VisitLog {
  readonly #options: VisitLogOptions
  /** Bytes rather than strings: hundreds of thousands of strings a second that live for a moment are what a garbage collector likes least. */
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #chunk = Buffer.allocUnsafe(chunkBytes)
  #filledBytes = 0
  #asideBytes = 0
  #file: FileHandle | null = null
  #name = ''
  #written = 0
  #writtenAtMs = 0
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()
  #lostCount = 0
  #isClosed = false

  constructor(options: VisitLogOptions) {
    this.#options = options
  }

  /** Makes the folder and the first file. */
  async open(): Promise<void> {
    await mkdir(this.#options.folder, { recursive: true })
    await this.#begin()
    this.#next()
  }

  append(line: string): void {
    const maxBytes = line.length * bytesOfLetter
    if (this.#filledBytes + maxBytes > this.#chunk.length) {
      this.#putAside()
      this.#chunk = Buffer.allocUnsafe(Math.max(chunkBytes, maxBytes))
      this.#asideBytes = 0
      this.#filledBytes = 0
    }
    if (this.#waitingBytes > this.#options.maxWaitingBytes) this.#lostCount += 1
    else this.#filledBytes += this.#chunk.write(line, this.#filledBytes)
  }

  /** What was filled since the last time waits to be written. */
  #putAside(): void {
    if (this.#filledBytes === this.#asideBytes) return
    this.#waiting.push(this.#chunk.subarray(this.#asideBytes, this.#filledBytes))
    this.#waitingBytes += this.#filledBytes - this.#asideBytes
    this.#asideBytes = this.#filledBytes
  }

  /** Everything that was appended is on the disk. */
  flush(): Promise<void> {
    const done = this.#flushing.then(() => this.#write())
    this.#flushing = done.catch(() => undefined)
    return done
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.flush()
    await this.#end()
  }

  #next(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.flush()
        .catch(error => this.#options.logger.error({ err: error }, 'visits wait for the disk'))
        .finally(() => this.#next())
    }, this.#options.flushMs)
  }

  async #begin(): Promise<void> {
    // The name is a time-ordered id: files are read in the order of their names.
    this.#name = path.join(this.#options.folder, newId())
    this.#file = await open(`${this.#name}.log`, 'ax', 0o600)
    this.#written = 0
    this.#writtenAtMs = this.#options.now().getTime()
  }

  async #end(): Promise<void> {
    await this.#file?.close()
    this.#file = null
    // A file that was idle for long is taken over and deleted by now.
    await rename(`${this.#name}.log`, `${this.#name}.done`).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }

  async #write(): Promise<void> {
    if (this.#lostCount > 0) {
      this.#options.logger.error({ count: this.#lostCount }, 'visits were not recorded: the disk took none for too long')
      this.#lostCount = 0
    }
    this.#putAside()
    if (this.#waiting.length === 0) return
    const chunks = this.#waiting
    const length = this.#waitingBytes
    this.#waiting = []
    this.#waitingBytes = 0
    try {
      if (!this.#file || this.#options.now().getTime() - this.#writtenAtMs > idleMs) await this.#turn()
      const { bytesWritten } = await this.#file!.writev(chunks, this.#written)
      if (bytesWritten < length) throw new Error('the disk took a part only')
      await this.#file!.datasync()
    } catch (error) {
      // The next try writes over what this one left.
      this.#waiting = chunks.concat(this.#waiting)
      this.#waitingBytes += length
      throw error
    }
    this.#written += length
    this.#writtenAtMs = this.#options.now().getTime()
    if (this.#written >= this.#options.fileBytes) await this.#turn()
  }

  async #turn(): Promise<void> {
    if (this.#file) await this.#end()
    await this.#begin()
  }
}
