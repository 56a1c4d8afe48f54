import { sql } from 'kysely'
import { asAccount, type Db } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { type Checkpoint, change, filesOf, lockRow, type Row } from './job.ts'

const dayMs = 86_400_000

interface Found {
  account_id: AccountId
  export_id: string
}

/** Ends what has expired, and removes what nobody can fetch any more; repeating it is harmless. Gives the number of exports that lost their files. */
export async function purgeExports(db: Db, files: Files, now: Date): Promise<number> {
  const { rows } = await sql<Found>`
    select account_id, export_id from export_job -- across accounts: those that have expired, and traces of canceled ones
    where expires_at <= ${now} and files <> '[]' or state = 'canceled' and files <> '[]' or deleted_at is not null limit 500`.execute(db)
  for (const { account_id, export_id } of rows) await removeLeftovers(db, files, account_id, export_id, now)
  const before = new Date(now.getTime() - limits.exportToldDays * dayMs)
  await sql`delete from export_job -- across accounts: those that are told of no longer
    where coalesce(expires_at, finished_at) < ${before} and files = '[]'`.execute(db)
  return rows.length
}

/** Removes the files of an export that is expired, canceled or deleted; a deleted one's row goes with them. Any other is left as it is. */
export async function removeLeftovers(db: Db, files: Files, account: AccountId, exportId: string, now: Date): Promise<void> {
  // Locked until the files are gone: a writing that was taken for dead can't add to them meanwhile.
  await asAccount(db, account, async tx => {
    const row = await lockRow(tx, account, exportId)
    if (!row || !isLeftOver(row, now)) return
    for (const fileId of fileIdsOf(row)) await files.remove(account, fileId)
    if (row.deleted_at) await tx.deleteFrom('export_job').where('account_id', '=', account).where('export_id', '=', exportId).execute()
    else
      await change(
        tx,
        { account, exportId },
        { files: '[]', checkpoint: null, ...(row.state === 'done' ? { state: 'expired' as const } : {}) },
      )
  })
}

const isLeftOver = ({ state, deleted_at, expires_at }: Row, now: Date) =>
  deleted_at !== null || state === 'canceled' || (expires_at !== null && expires_at <= now)

const fileIdsOf = (row: Row) => {
  const { nextFileId } = (row.checkpoint ?? {}) as Partial<Checkpoint>
  return [...filesOf(row).map(file => file.fileId), ...(nextFileId ? [nextFileId] : [])]
}
