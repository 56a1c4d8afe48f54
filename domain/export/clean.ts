import { sql } from 'kysely'
import { asAccount, type Db } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { change, lockRow, type Row } from './job.ts'

const dayMs = 86_400_000

interface Found {
  accountId: AccountId
  exportId: string
}

/**
 * Purges exports: expires those past their time, and deletes files that can't be downloaded any more. Idempotent.
 * Returns the number of exports whose files were deleted.
 */
export async function purgeExports(db: Db, files: Files, now: Date): Promise<number> {
  const { rows } = await sql<Found>`
    select account_id, export_id from export_job -- across accounts: expired exports, and files of canceled ones
    where expires_at <= ${now} and files <> '[]' or state = 'canceled' and files <> '[]' or deleted_at is not null limit 500`.execute(db)
  for (const { accountId, exportId } of rows) await removeLeftovers(db, files, accountId, exportId, now)
  const before = new Date(now.getTime() - limits.exportNotifiedDays * dayMs)
  await sql`delete from export_job -- across accounts: retention of the list
    where coalesce(expires_at, finished_at) < ${before} and files = '[]'`.execute(db)
  return rows.length
}

/** Deletes the files of an expired, canceled or deleted export, and the row of a deleted one. Others stay unchanged. */
export async function removeLeftovers(db: Db, files: Files, account: AccountId, exportId: string, now: Date): Promise<void> {
  // Holds the row lock until the files are deleted, so that a writer presumed dead can't append meanwhile.
  await asAccount(db, account, async tx => {
    const row = await lockRow(tx, account, exportId)
    if (!row || !isLeftOver(row, now)) return
    for (const fileId of fileIdsOf(row)) await files.remove(account, fileId)
    if (row.deletedAt) await tx.deleteFrom('exportJob').where('accountId', '=', account).where('exportId', '=', exportId).execute()
    else
      await change(
        tx,
        { account, exportId },
        { files: '[]', checkpoint: null, ...(row.state === 'done' ? { state: 'expired' as const } : {}) },
      )
  })
}

const isLeftOver = ({ state, deletedAt, expiresAt }: Row, now: Date) =>
  deletedAt !== null || state === 'canceled' || (expiresAt !== null && expiresAt <= now)

const fileIdsOf = (row: Row) => {
  const nextFileId = row.checkpoint?.nextFileId
  return [...row.files.map(file => file.fileId), ...(nextFileId ? [nextFileId] : [])]
}
