import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { asPlatform, type Db } from '#db/connect.ts'
import { logPosition, readNote, recordLateVisits, setLogPosition, type VisitLogEntry, writeVisits } from '#domain/visits/index.ts'
import { idleMs } from './visit-log.ts'

export interface VisitIngesterOptions {
  folder: string
  db: Db
  secret: string
  logger: Logger
  now: () => Date
  /** The clock that files' times are from, where it is another. */
  fileNow?: () => Date
  /** Maximum of visits per second at this moment, given the age of the oldest waiting one. */
  maxPerSecond: (waitedMs: number) => number
}

/** About 15,000 visits: the larger a batch, the fewer rows of statistics it writes. */
const batchBytes = 4 * 1024 * 1024
/** At a slow pace a batch is one second's worth, so that nobody else waits for long; it always has whole lines. */
const leastBytes = 64 * 1024
const lineBytes = 250
/** The table has partitions back to this age, and for clocks that are slightly ahead. */
const oldestMs = 180 * 86_400_000
const aheadMs = 86_400_000
const newline = 0x0a
const pauseMs = 20

/**
 * Ingests visit logs into the database, oldest first. The position in a log is written in the transaction of its visits
 * and statistics, so that a kill at any moment neither repeats nor loses one; likewise a concurrent ingester of the
 * folder. A finished file without a writer is deleted.
 */
export class VisitIngester {
  readonly #options: VisitIngesterOptions
  /** Age of the first visit in the batch that was ingested last. */
  waitedMs = 0

  constructor(options: VisitIngesterOptions) {
    this.#options = options
  }

  /** Ingests what there is; returns the number of visits. */
  async ingest(): Promise<number> {
    const names = (await readdir(this.#options.folder)).filter(name => /\.(?:log|done)$/.test(name)).sort()
    let count = 0
    for (const name of names) {
      count += await this.#shipFile(name)
      await this.#finish(name)
    }
    return count
  }

  async #shipFile(name: string): Promise<number> {
    const { folder } = this.#options
    const file = await openIfThere(path.join(folder, name))
    if (!file) return 0
    let count = 0
    try {
      for (;;) {
        const startedAtMs = performance.now()
        const ingested = await this.#ingestBatch(file, name)
        if (ingested === null) return count
        count += ingested
        // The permitted pace can change meanwhile.
        while (performance.now() - startedAtMs < (ingested / this.#pace) * 1000) await pause(pauseMs)
      }
    } finally {
      await file.close()
    }
  }

  /** Ingests the next lines; returns the number of visits, null when there are no lines. */
  #ingestBatch(file: FileHandle, name: string): Promise<number | null> {
    const { db, secret, logger, now } = this.#options
    const maxBytes = Math.max(leastBytes, Math.min(batchBytes, this.#pace * lineBytes))
    const logId = path.parse(name).name
    return asPlatform(db, async tx => {
      const position = await logPosition(tx, logId)
      const { lines, length } = await readLines(file, { position, maxBytes })
      if (length === 0) return null
      const notes = lines.map(readNote).filter((note): note is VisitLogEntry => note !== null && this.#isOfOurTime(note))
      if (notes.length < lines.length) logger.error({ count: lines.length - notes.length, log: name }, 'lines that are no visits')
      await writeVisits(tx, secret, notes, { now: now() })
      await recordLateVisits(tx, notes, this.#options.now())
      await setLogPosition(tx, logId, position + length)
      this.waitedMs = notes[0] ? now().getTime() - notes[0].atMs : 0
      return notes.length
    })
  }

  get #pace(): number {
    return this.#options.maxPerSecond(this.waitedMs)
  }

  #isOfOurTime({ atMs }: VisitLogEntry): boolean {
    const nowMs = this.#options.now().getTime()
    return atMs > nowMs - oldestMs && atMs < nowMs + aheadMs
  }

  /**
   * Deletes a finished log. A log is complete when its writer closed it, or has not written for so long that it is dead
   * or has moved on; bytes after its last line feed were never finished.
   */
  async #finish(name: string): Promise<void> {
    const file = path.join(this.#options.folder, name)
    const found = await stat(file).catch(ignoreMissing)
    if (!found) return
    const { now, fileNow = now } = this.#options
    if (name.endsWith('.done') || fileNow().getTime() - found.mtimeMs > 2 * idleMs) await rm(file, { force: true })
  }
}

/** Null for a file that another ingester has deleted, or its writer has renamed, meanwhile. */
const openIfThere = (file: string): Promise<FileHandle | null> => open(file, 'r').catch(ignoreMissing)

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Whole lines from a position on, and their length in bytes. */
async function readLines(
  file: FileHandle,
  { position, maxBytes }: { position: number; maxBytes: number },
): Promise<{ lines: string[]; length: number }> {
  const buffer = Buffer.allocUnsafe(maxBytes)
  const { bytesRead } = await file.read(buffer, 0, maxBytes, position)
  const length = buffer.subarray(0, bytesRead).lastIndexOf(newline) + 1
  return { lines: length === 0 ? [] : buffer.toString('utf8', 0, length - 1).split('\n'), length }
}
