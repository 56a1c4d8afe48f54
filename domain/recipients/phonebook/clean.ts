import { sql } from 'kysely'
import { asAccount, type Db } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

const dayMs = 86_400_000

/** Purges tasks that ended long ago, with their files. Returns how many. */
export async function removeOldTasks(db: Db, files: Files, now: Date): Promise<number> {
  const { rows } = await sql<{ accountId: AccountId; taskId: string; refusedFileId: string | null }>`
    select account_id, task_id, input ->> 'refusedFileId' as refused_file_id from task -- across accounts: those that ended long ago
    where kind = 'contact_task' and ended_at < ${new Date(now.getTime() - limits.contactTaskKeptDays * dayMs)} limit 500`.execute(db)
  for (const { accountId, taskId, refusedFileId } of rows) {
    if (refusedFileId) await files.remove(accountId, refusedFileId)
    await asAccount(db, accountId, tx => tx.deleteFrom('task').where('accountId', '=', accountId).where('taskId', '=', taskId).execute())
  }
  return rows.length
}
