import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { limits } from '#values/limits.ts'

/** Rows per statement: a hundredth of the largest import. */
const purgedRows = 10_000
const hourMs = 3_600_000

/** Purges acts that can't be undone any more, with their rows; those of one that is being undone have another day. */
export async function purgeUndo(db: Db, now: Date): Promise<void> {
  const undoneBefore = new Date(now.getTime() - limits.undoHours * hourMs)
  const isOver = sql`undo.expires_at <= ${now} and (undo.undone_at is null or undo.undone_at <= ${undoneBefore})`
  let removed: number
  do {
    const { numAffectedRows = 0n } = await sql`
      delete from undo_row -- across accounts: what can't be undone any more
      where (account_id, undo_id, object_id) in (
        select undo_row.account_id, undo_row.undo_id, object_id from undo join undo_row using (account_id, undo_id)
        where ${isOver} limit ${purgedRows})`.execute(db)
    removed = Number(numAffectedRows)
  } while (removed === purgedRows)
  await sql`delete from undo -- across accounts: what can't be undone any more
    where ${isOver}`.execute(db)
}
