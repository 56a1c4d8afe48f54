import { type FileHandle, mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { newId } from '#values/id.ts'

export interface VisitLogOptions {
  folder: string
  logger: Logger
  /** Lines that came within so long are written and synced together: what kill -9 can lose. */
  flushMs: number
  /** A file that has grown so large is closed, and the next one begun. */
  fileBytes: number
  /** Lines in memory at most while the disk doesn't take any. */
  mostWaiting: number
}

/** Lines on their way to the database, first on the local disk: a database that is away loses none. Each line ends with a line feed. */
export class VisitLog {
  readonly #options: VisitLogOptions
  #waiting: string[] = []
  #file: FileHandle | null = null
  #written = 0
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
    if (this.#waiting.length < this.#options.mostWaiting) this.#waiting.push(line)
    else this.#lostCount += 1
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
    await this.#file?.close()
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
    this.#file = await open(path.join(this.#options.folder, `${newId()}.log`), 'ax', 0o600)
    this.#written = 0
  }

  async #write(): Promise<void> {
    if (this.#lostCount > 0) {
      this.#options.logger.error({ count: this.#lostCount }, 'visits were not recorded: the disk took none for too long')
      this.#lostCount = 0
    }
    if (this.#waiting.length === 0) return
    const lines = this.#waiting
    this.#waiting = []
    const bytes = Buffer.from(lines.join(''))
    try {
      await this.#file!.write(bytes, 0, bytes.length, this.#written)
      await this.#file!.datasync()
    } catch (error) {
      // The next try writes over what this one left.
      this.#waiting = lines.concat(this.#waiting)
      throw error
    }
    this.#written += bytes.length
    if (this.#written < this.#options.fileBytes) return
    await this.#file!.close()
    await this.#begin()
  }
}
