import { open, readdir, unlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { asPlatform, type Db } from '#db/connect.ts'
import { logPosition, readNote, setLogPosition, type VisitNote, writeVisits } from '#domain/shorturl/visit.ts'

export interface ShipperOptions {
  folder: string
  db: Db
  secret: string
  logger: Logger
  /** Visits a second that are taken over at most. */
  mostPerSecond: number
}

const batchBytes = 512 * 1024
const newline = 0x0a

/**
 * Takes visit logs over into the database, oldest first. The position in a log is written with its visits, so that a kill at any moment takes none twice and
 * none is left out. A file that is all taken and not the newest is deleted.
 */
export class Shipper {
  readonly #options: ShipperOptions

  constructor(options: ShipperOptions) {
    this.#options = options
  }

  /** Takes over what is there; gives how many visits that were. */
  async ship(): Promise<number> {
    const names = (await readdir(this.#options.folder)).filter(name => name.endsWith('.log')).sort()
    let count = 0
    for (const [index, name] of names.entries()) {
      count += await this.#shipFile(name)
      if (index < names.length - 1) await this.#finish(name)
    }
    return count
  }

  async #shipFile(name: string): Promise<number> {
    const { db, folder, secret, logger, mostPerSecond } = this.#options
    const logId = path.basename(name, '.log')
    const file = await open(path.join(folder, name), 'r')
    let count = 0
    try {
      for (;;) {
        const startedAtMs = performance.now()
        const shipped = await asPlatform(db, async tx => {
          const position = await logPosition(tx, logId)
          const { lines, length } = await readLines(file, position)
          if (length === 0) return null
          const notes = lines.map(readNote)
          const good = notes.filter((note): note is VisitNote => note !== null)
          if (good.length < notes.length) logger.error({ count: notes.length - good.length, log: name }, 'lines that are no visits')
          await writeVisits(tx, secret, good)
          await setLogPosition(tx, logId, position + length)
          return good.length
        })
        if (shipped === null) return count
        count += shipped
        await pause(Math.max(0, (shipped / mostPerSecond) * 1000 - (performance.now() - startedAtMs)))
      }
    } finally {
      await file.close()
    }
  }

  /** The newest file is being written; the others are whole, and what follows their last line feed was never finished. */
  async #finish(name: string): Promise<void> {
    await unlink(path.join(this.#options.folder, name))
  }
}

/** Whole lines from a position on, and their length in bytes. */
async function readLines(file: Awaited<ReturnType<typeof open>>, position: number): Promise<{ lines: string[]; length: number }> {
  const buffer = Buffer.allocUnsafe(batchBytes)
  const { bytesRead } = await file.read(buffer, 0, batchBytes, position)
  const length = buffer.subarray(0, bytesRead).lastIndexOf(newline) + 1
  return { lines: length === 0 ? [] : buffer.toString('utf8', 0, length - 1).split('\n'), length }
}
