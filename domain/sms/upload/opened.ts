import { refuse } from '#contract/refusals.ts'
import type { UploadShape } from '#contract/upload.ts'
import { asAccount, type Db } from '#db/connect.ts'
import type { Files } from '#domain/files.ts'
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
    tx.selectFrom('upload').select('shape').where('account_id', '=', account).where('upload_id', '=', uploadId).executeTakeFirst(),
  )
  if (!upload) refuse('not_found')
  return fileRows(files, account, uploadId, upload.shape as UploadShape, { maxRows })
}
