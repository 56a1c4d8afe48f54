import { crc32 } from 'node:zlib'
import { type ExportFormat, exportNames } from '#contract/export/export.ts'
import type { ExportFile } from '#db/json.ts'
import { csvEncoder, type ExportCell, type ExportPage, type ExportRows, type FileEncoder, xlsxForm } from '#domain/export-source/index.ts'
import type { Files, GrowingFile } from '#domain/platform/index.ts'
import { newId } from '#values/id.ts'
import { itemOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { maskPhone } from '#values/phone.ts'
import { firstPlace, newFile, type Writing } from './job.ts'

interface BatchOptions {
  files: Files
  batchRows?: number
  fileRows?: number
}

/** Rows per batch: large enough to make commits cheap, small enough that canceling waits only tenths of a second. */
const standardBatchRows = 5_000

const forms: Record<ExportFormat, FileEncoder> = { csv: csvEncoder, xlsx: xlsxForm }

/** Appends batches to an export's files and updates its checkpoint. */
export class BatchWriter {
  readonly #writing: Writing
  readonly #options: BatchOptions
  readonly #form: FileEncoder
  readonly #maxRows: number
  /** The last file, once something is appended to it. */
  #open: GrowingFile | null = null

  constructor(writing: Writing, options: BatchOptions) {
    this.#writing = writing
    this.#options = options
    this.#form = forms[writing.format]
    this.#maxRows = Math.min(this.#form.maxRows, options.fileRows ?? this.#form.maxRows)
  }

  /**
   * Writes one batch of what `read` returns; true: it was the last one and the files are complete. Runs while a
   * transaction holds the fence.
   */
  async write(read: (page: ExportPage) => Promise<ExportRows>): Promise<boolean> {
    const writing = this.#writing
    if (!this.#open) await this.#openFile()
    const { source } = writing
    const room = this.#isFull ? this.#maxRows : this.#maxRows - this.#file.rowCount
    const limit = Math.min(this.#options.batchRows ?? standardBatchRows, room)
    const { rows, last } = await read({ after: writing.checkpoint.after, limit })
    if (rows.length > 0 && this.#isFull) await this.#nextFile()
    const { checkpoint } = writing
    if (checkpoint.form === undefined) await this.#grow(await this.#form.begin(exportNames[source.name], writing.columns))
    await this.#grow(await this.#form.rows(checkpoint.form, writing.columns, this.#chosen(rows)))
    this.#file.rowCount += rows.length
    writing.rowCount += rows.length
    checkpoint.after = last
    if (last === null) await this.#finishFile()
    return last === null
  }

  get #file(): ExportFile {
    return lastOrThrow(this.#writing.files)
  }

  get #opened() {
    if (!this.#open) throw new TypeError('the file of the export is closed')
    return this.#open
  }

  get #isFull(): boolean {
    const { form } = this.#writing.checkpoint
    return form !== undefined && (this.#file.rowCount >= this.#maxRows || this.#form.isFull(form))
  }

  /**
   * Reopens the last file and truncates it to the checkpoint. If it is missing or too short, the export starts over.
   */
  async #openFile(): Promise<void> {
    const { account, files } = this.#writing
    this.#open = await this.#options.files.resume(account, this.#file.fileId, this.#file.byteCount)
    if (this.#open) return
    for (const { fileId } of files) await this.#options.files.remove(account, fileId)
    Object.assign(this.#writing, { ...firstPlace(), rowCount: 0 })
    this.#open = await this.#options.files.resume(account, this.#file.fileId, 0)
  }

  async #nextFile(): Promise<void> {
    const { files, checkpoint } = this.#writing
    await this.#finishFile()
    files.push(newFile(checkpoint.nextFileId))
    Object.assign(checkpoint, { form: undefined, nextFileId: newId() })
    await this.#openFile()
  }

  async #finishFile(): Promise<void> {
    await this.#add(await this.#form.end(this.#writing.checkpoint.form))
    this.#file.sha256 = await this.#opened.finish()
    this.#open = null
  }

  async #grow({ bytes, state }: { bytes: Buffer; state: unknown }): Promise<void> {
    await this.#add(bytes)
    this.#writing.checkpoint.form = state
  }

  async #add(bytes: Buffer): Promise<void> {
    await this.#opened.add(bytes)
    this.#file.byteCount += bytes.length
    this.#file.crc = crc32(bytes, this.#file.crc)
  }

  /** The chosen columns of rows; numbers are masked unless the export is of unmasked ones. */
  #chosen(rows: readonly ExportCell[][]): ExportCell[][] {
    const { columns, places, isFull } = this.#writing
    const isMasked = columns.map(column => column.kind === 'phone' && !isFull)
    return rows.map(row =>
      places.map((place, index) => {
        const cell = itemOrThrow(row, place)
        return isMasked[index] && typeof cell === 'string' ? maskPhone(cell) : cell
      }),
    )
  }
}
