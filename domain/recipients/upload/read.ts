import { Refusal, refuse } from '#contract/refusals.ts'
import type { Db } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import { columnTitles, fileRows, type Row } from '#domain/table-files/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { parsePhone, phoneProblemNames } from '#values/phone.ts'
import { type Batch, BatchWriter } from './batch-writer.ts'
import { beginReading, failReading, finishReading, type Reading, removeCanceled, Superseded } from './reading.ts'
import { type RefusedRow, RefusedRows } from './refused-rows.ts'
import { repeatedPhones } from './repeated-phones.ts'
import { type Outcome, ReportCount } from './report-count.ts'
import { checkRow, type RowRules } from './row-check.ts'
import { SeenRecipients } from './seen-recipients.ts'

export interface ReadOptions {
  db: Db
  files: Files
  now: () => Date
  /** Rows per transaction. */
  batchRows?: number
}

/** Rows per transaction: long enough that its commit is cheap, short enough that canceling takes tenths of a second. */
const standardBatchRows = 5_000

/**
 * Reads an upload by its mapping: writes the eligible numbers, the file of refused rows, and the report. It may be
 * killed anywhere and then restarts; a superseded reading writes nothing more. An unreadable file is `failed` with its
 * sentence.
 */
export async function readRecipients(account: AccountId, uploadId: string, options: ReadOptions): Promise<void> {
  try {
    await begin(account, uploadId, options)
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
  }
}

async function begin(account: AccountId, uploadId: string, options: ReadOptions): Promise<void> {
  const { db, files } = options
  const reading = await beginReading(db, account, uploadId)
  if (reading === 'done') return
  if (reading === 'canceled') {
    for (const fileId of await removeCanceled(db, account, uploadId)) await files.remove(account, fileId)
    return
  }
  const refused = new RefusedRows(files, account, reading.refusedFileId, columnTitles(reading.shape, reading.mapping))
  try {
    const report = await readRows(reading, refused, options)
    await refused.end()
    await finishReading(db, reading, report, options.now())
  } catch (error) {
    await refused.abandon()
    if (!(error instanceof Refusal)) throw error
    await failReading(db, reading, error.message)
  }
}

/** Reads all rows in batches. Refuses `file_has_no_phone` and what the file's format refuses. */
async function readRows(reading: Reading, refusedRows: RefusedRows, { db, files, now, batchRows = standardBatchRows }: ReadOptions) {
  const { account, uploadId, shape, mapping, rules, byteCount } = reading
  const headerRows = mapping.hasHeader ? 1 : 0
  const maxRows = limits.uploadRows + headerRows
  const maxRecipients = maxPhones(reading)
  const repeated =
    mapping.repeats === 'none'
      ? await repeatedPhones(await fileRows(files, account, uploadId, shape, { maxRows }), rules, { headerRows, maxRecipients })
      : null
  let readBytes = 0
  const rows = await fileRows(files, account, uploadId, shape, {
    maxRows,
    onBytes: bytes => {
      readBytes += bytes
    },
  })
  const count = new ReportCount()
  const writer = new BatchWriter(reading, { db, now, refusedRows, count })
  const sorter = new Sorter(rules, count, { maxRecipients, sendsRepeats: mapping.repeats !== 'first', repeated })
  let rowNumber = 0
  for await (const row of rows) {
    rowNumber += 1
    if (rowNumber > headerRows) sorter.take(row)
    if (sorter.rowCount >= batchRows) await writer.add(sorter.takeOut(readBytes))
  }
  await writer.add(sorter.takeOut(byteCount))
  await writer.end()
  if (!sorter.hasPhone) refuse('file_has_no_phone')
  return count.report
}

/**
 * Bound on the numbers in a text of so many bytes, so that a small file takes little memory; a workbook's size says
 * nothing, since it is compressed.
 */
const maxPhones = ({ shape, byteCount }: Reading) =>
  shape.format === 'text' ? Math.min(limits.uploadRows, Math.ceil(byteCount / phoneDigits) + 1) : limits.uploadRows
const phoneDigits = 11

interface SorterOptions {
  maxRecipients: number
  /** Whether rows are sent that repeat a number with other values. */
  sendsRepeats: boolean
  /** Numbers that aren't sent to at all, since two of their rows differ. */
  repeated: ReadonlySet<string> | null
}

/** Sorts rows into eligible and refused ones, as far as the file alone decides. */
class Sorter {
  hasPhone = false
  readonly #rules: RowRules
  readonly #count: ReportCount
  readonly #seen: SeenRecipients
  /** Numbers only; null when no two rows of one number differ. */
  readonly #seenPhones: SeenRecipients | null
  readonly #sendsRepeats: boolean
  readonly #repeated: ReadonlySet<string> | null
  #recipients: Batch['recipients'] = []
  #refused: RefusedRow[] = []

  constructor(rules: RowRules, count: ReportCount, { maxRecipients, sendsRepeats, repeated }: SorterOptions) {
    this.#rules = rules
    this.#seen = new SeenRecipients(maxRecipients)
    this.#seenPhones = rules.variables.length > 0 ? new SeenRecipients(maxRecipients) : null
    this.#sendsRepeats = sendsRepeats
    this.#repeated = repeated
    this.#count = count
  }

  take(row: Row): void {
    const checked = checkRow(row, this.#rules)
    if ('problem' in checked) {
      this.hasPhone ||= !(checked.problem in phoneProblemNames || checked.problem === 'scientific')
      this.#count.addMalformed(checked.problem)
      const parsed = parsePhone(row.cells[this.#rules.phoneColumn] ?? '')
      this.#refused.push({ ...checked, cells: row.cells, ...('phone' in parsed ? parsed : {}) })
      return
    }
    this.hasPhone = true
    if (this.#repeated?.has(checked.phone)) {
      this.#count.addLeftOut('repeat')
      this.#refused.push({ line: row.line, cells: row.cells, given: checked.phone, phone: checked.phone, reason: '同号多条，都不发' })
      return
    }
    const isDuplicate = !this.#seen.add(checked.phone, checked.values)
    const isRepeat = !isDuplicate && this.#seenPhones?.add(checked.phone) === false
    if (isDuplicate) this.#leaveOut(row, checked.phone, 'duplicate', '与前面的行重复')
    else if (isRepeat && !this.#sendsRepeats) this.#leaveOut(row, checked.phone, 'repeat', '同号多条，只发第一条')
    else this.#recipients.push({ ...checked, cells: row.cells, isRepeat })
  }

  #leaveOut({ line, cells }: Row, given: string, outcome: Outcome, reason: string): void {
    this.#count.addLeftOut(outcome)
    this.#refused.push({ line, cells, given, reason })
  }

  get rowCount(): number {
    return this.#recipients.length + this.#refused.length
  }

  /** The accepted rows since the last call. */
  takeOut(readBytes: number): Batch {
    const batch = { recipients: this.#recipients, refused: this.#refused, readBytes }
    this.#recipients = []
    this.#refused = []
    return batch
  }
}
