import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Executor } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import { errorCode } from '#values/error.ts'
import type { AccountId } from '#values/id.ts'
import { fileRows } from './file-rows.ts'
import type { Row } from './row.ts'

/** The rows of an uploaded file from its beginning, at most `maxRows`. Refuses `not_found`. */
export async function openUpload(
  { db, files }: { db: Db; files: Files },
  account: AccountId,
  uploadId: string,
  maxRows: number,
): Promise<AsyncIterable<Row>> {
  const upload = await asAccount(db, account, tx =>
    tx.selectFrom('upload').select('shape').where('accountId', '=', account).where('uploadId', '=', uploadId).executeTakeFirst(),
  )
  if (!upload) refuse('not_found')
  return fileRows(files, account, uploadId, upload.shape, { maxRows })
}

/**
 * Number of rows in an uploaded file, including its header. Refuses `not_found`, and `file_too_many_rows` beyond so
 * many and a header.
 */
export async function countUploadRows(
  executor: Executor,
  files: Files,
  account: AccountId,
  uploadId: string,
  most: number,
): Promise<number> {
  const upload = await executor
    .selectFrom('upload')
    .select('shape')
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .executeTakeFirst()
  if (!upload) refuse('not_found')
  let count = 0
  try {
    for await (const _ of await fileRows(files, account, uploadId, upload.shape, { maxRows: most + 1 })) count += 1
  } catch (error) {
    // Files are retained for some days only.
    if (error instanceof Error && ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) refuse('not_found')
    throw error
  }
  if (count > most) refuse('file_too_many_rows', { rows: (most - 1).toLocaleString('en-US') })
  return count
}
