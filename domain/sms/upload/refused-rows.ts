import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Files } from '#domain/files.ts'
import { csvText } from '#values/csv.ts'
import type { AccountId } from '#values/id.ts'

export interface RefusedRow {
  line: number
  given: string
  reason: string
}

const givenCharacters = 60
/** A file of refused rows is at most as long as a million of these lines. */
const maxBytes = 1024 * 1024 * 1024

/** Writes the rows that are not sent to into a CSV file that opens in a spreadsheet as it stands. */
export class RefusedRows {
  readonly #stream = new PassThrough()
  readonly #kept: Promise<unknown>

  constructor(files: Files, account: AccountId, fileId: string) {
    this.#kept = files.put(account, fileId, this.#stream, maxBytes)
    // A disk that is full is told at the next write or at the end.
    this.#kept.catch(error => this.#stream.destroy(error))
    this.#stream.write('\ufeff行号,号码,原因\r\n')
  }

  async write(rows: readonly RefusedRow[]): Promise<void> {
    if (rows.length === 0) return
    const lines = rows.map(row => `${row.line},${csvText(row.given.slice(0, givenCharacters))},${csvText(row.reason)}\r\n`)
    if (!this.#stream.write(lines.join(''))) await Promise.race([once(this.#stream, 'drain'), this.#kept])
  }

  /** The file is whole from here on. */
  async end(): Promise<void> {
    this.#stream.end()
    await this.#kept
  }

  /** Leaves nothing behind. */
  async giveUp(): Promise<void> {
    this.#stream.destroy(new Error('the reading was given up'))
    await Promise.allSettled([this.#kept])
  }
}
