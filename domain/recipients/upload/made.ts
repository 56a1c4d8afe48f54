import { Readable } from 'node:stream'
import type { UploadOrigin, UploadShape } from '#contract/recipients/upload.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import { sampleOf, sampleRows } from '#domain/table-files/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

export interface MadeUpload {
  origin: UploadOrigin
  /** As the step of the numbers shows it, e.g. 通讯录：老客户 */
  fileName: string
  /** Names of the columns; the first is that of the numbers. */
  columns: readonly string[]
  /** Rows with a cell for each column, the number first; at most `limits.uploadRows`. They may be read while the file is written. */
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>
  memberId: string
  now: Date
}

/**
 * An upload that the platform makes itself: of groups, of a broadcast's failed numbers. It stands in `received` as if its file had come from outside and goes
 * through the same mapping (`mapUpload`), reading, checks and report. Opens its own transactions, since a million rows take seconds; call it outside of one
 * that waits for locks. Leaves nothing behind when the rows fail. Refuses `no_recipient` when there are none, `file_too_many_rows`, `file_too_large`.
 */
export async function makeUpload(
  db: Db,
  account: AccountId,
  files: Files,
  made: MadeUpload,
): Promise<{ uploadId: string; rowCount: number }> {
  const uploadId = newId()
  const sample: string[][] = []
  let rowCount = 0
  async function* lines(): AsyncGenerator<string> {
    let text = `\ufeff${line(made.columns)}`
    for await (const row of made.rows) {
      rowCount += 1
      if (rowCount > limits.uploadRows) refuse('file_too_many_rows', { rows: limits.uploadRows.toLocaleString('en-US') })
      if (sample.length < sampleRows) sample.push([...row])
      text += line(row)
      if (text.length < chunkCharacters) continue
      yield text
      text = ''
    }
    if (rowCount === 0) refuse('no_recipient')
    yield text
  }
  const { byteCount } = await files.put(account, uploadId, Readable.from(lines()), limits.uploadBytes)
  const shape: UploadShape = {
    format: 'text',
    encoding: 'utf-8',
    delimiter: ',',
    hasHeader: true,
    columns: [...made.columns],
    sample: sampleOf(sample, made.columns.length),
    phoneColumn: 0,
  }
  try {
    await asAccount(db, account, tx =>
      tx
        .insertInto('upload')
        .values({
          account_id: account,
          upload_id: uploadId,
          file_name: made.fileName,
          byte_count: byteCount,
          origin: made.origin,
          row_count: rowCount,
          state: 'received',
          shape: JSON.stringify(shape),
          refused_file_id: newId(),
          member_id: made.memberId,
          created_at: made.now,
        })
        .execute(),
    )
  } catch (error) {
    await files.remove(account, uploadId)
    throw error
  }
  return { uploadId, rowCount }
}

const chunkCharacters = 64 * 1024

/** For our own reader and nobody's spreadsheet: cells stand as they are, nothing is put before a formula. */
const line = (cells: readonly string[]) =>
  `${cells.map(cell => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
