import { sql } from 'kysely'
import { asAccount, type Db } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { removeCanceled } from './reading.ts'

const dayMs = 86_400_000

/** Purges unsent uploads with their numbers and files, and unfinished files. Returns how many uploads. */
export async function removeOldUploads(db: Db, files: Files, now: Date): Promise<number> {
  await files.removeUnfinished(new Date(now.getTime() - dayMs))
  const { rows } = await sql<{ accountId: AccountId; uploadId: string }>`
    select account_id, upload_id from upload -- across accounts: those that ran out
    where created_at < ${new Date(now.getTime() - limits.unsentUploadDays * dayMs)}
      and not exists (select from broadcast where broadcast.account_id = upload.account_id and broadcast.upload_id = upload.upload_id)
    limit 500`.execute(db)
  let removed = 0
  for (const { accountId, uploadId } of rows) if (await removeUnsent(db, files, accountId, uploadId)) removed += 1
  return removed
}

/**
 * Cancels first, so that nobody sends the upload while its files are deleted; deletes its row last, so that a killed
 * purge is repeated.
 */
async function removeUnsent(db: Db, files: Files, account: AccountId, uploadId: string): Promise<boolean> {
  const isCanceled = await asAccount(db, account, async tx => {
    await sql`select from upload where account_id = ${account} and upload_id = ${uploadId} for no key update`.execute(tx)
    const { rows } = await sql`update upload set state = 'canceled', reading_id = null
      where account_id = ${account} and upload_id = ${uploadId}
        and not exists (select from broadcast where account_id = ${account} and upload_id = ${uploadId})
      returning upload_id`.execute(tx)
    return rows.length > 0
  })
  if (!isCanceled) return false
  for (const fileId of await removeCanceled(db, account, uploadId)) await files.remove(account, fileId)
  await asAccount(db, account, tx => tx.deleteFrom('upload').where('accountId', '=', account).where('uploadId', '=', uploadId).execute())
  return true
}
