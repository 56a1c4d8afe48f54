import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { refusedColumns } from '#contract/recipients/upload.ts'
import type { Files } from '#domain/platform/index.ts'
import { csvLine } from '#values/csv.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

export interface RefusedRow {
  line: number
  /** The row as it was uploaded, to be corrected and uploaded again. */
  cells: readonly string[]
  /** The wrong value. */
  given: string
  reason: string
  /** Whose message it would have been; unset for repeated rows and unreadable numbers. */
  phone?: string
}

/** A stored file of refused rows. */
export interface RefusedFile {
  fileId: string
  /** The session that uploaded the list. */
  sessionId: string | null
  /** Of the list. */
  fileName: string
  /** Whether the list was a workbook, as its refused rows are then. */
  isWorkbook: boolean
}

const givenCharacters = 60
/**
 * Bound of a file of refused rows: the source file, plus a reason for each of a million rows; quoting may double it.
 */
const maxBytes = 2 * limits.uploadBytes + 512 * 1024 * 1024

/** Writes refused rows to a CSV file for spreadsheets: the original columns, then line, reason and wrong value. */
export class RefusedRows {
  readonly #stream = new PassThrough()
  readonly #kept: Promise<unknown>

  readonly #columnCount: number

  constructor(files: Files, account: AccountId, fileId: string, titles: readonly string[]) {
    this.#columnCount = titles.length
    this.#kept = files.put(account, fileId, this.#stream, maxBytes)
    // A full disk is reported at the next write or at the end.
    this.#kept.catch(error => this.#stream.destroy(error))
    this.#stream.write(`\ufeff${csvLine([...titles, ...refusedColumns])}`)
  }

  async write(rows: readonly RefusedRow[]): Promise<void> {
    if (rows.length === 0) return
    const lines = rows.map(({ cells, line: number, reason, given }) =>
      csvLine([
        ...Array.from({ length: this.#columnCount }, (_, index) => cells[index] ?? ''),
        String(number),
        reason,
        given.slice(0, givenCharacters),
      ]),
    )
    if (!this.#stream.write(lines.join(''))) await Promise.race([once(this.#stream, 'drain'), this.#kept])
  }

  /** Completes the file. */
  async end(): Promise<void> {
    this.#stream.end()
    await this.#kept
  }

  /** Discards the file. */
  async abandon(): Promise<void> {
    this.#stream.destroy(new Error('the reading was given up'))
    await Promise.allSettled([this.#kept])
  }
}
