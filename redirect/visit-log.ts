import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { newId } from '#values/id.ts'

export interface VisitLogOptions {
  folder: string
  logger: Logger
  now: () => Date
  /** Lines within this time are written and synced together: the most that kill -9 can lose. */
  flushMs: number
  /** Size at which a file is closed and the next one begun. */
  fileBytes: number
  /** Maximum of bytes that wait in memory while the disk accepts none. */
  maxWaitingBytes: number
}

const chunkBytes = 1024 * 1024
/** Maximum of UTF-8 bytes for each UTF-16 code unit. */
const bytesOfLetter = 3

/**
 * A file that was not written to for this long is never written to again, which tells abandoned files from idle ones.
 */
export const idleMs = 600_000

/**
 * Visit log: lines on their way to the database are first written to the local disk, so that an unavailable database
 * loses none. Each line ends with a line feed. Several writers may share one folder, each with files of its own: `.log`
 * is being written, `.done` is complete.
 */
export class VisitLog {
  readonly #options: VisitLogOptions
  /**
   * Bytes instead of strings: hundreds of thousands of short-lived strings per second are hard on the garbage
   * collector.
   */
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

  /** Creates the folder and the first file. */
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

  /** Queues the filled buffer for writing. */
  #putAside(): void {
    if (this.#filledBytes === this.#asideBytes) return
    this.#waiting.push(this.#chunk.subarray(this.#asideBytes, this.#filledBytes))
    this.#waitingBytes += this.#filledBytes - this.#asideBytes
    this.#asideBytes = this.#filledBytes
  }

  /** Resolves when everything appended so far is on disk. */
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
    // A long idle file has been ingested and deleted by now.
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
      // The next try overwrites what this one left.
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
