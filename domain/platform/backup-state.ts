import { sql } from 'kysely'
import type { Db, Executor } from '#db/connect.ts'

export interface BackupState {
  /** One for each data folder. */
  series: string
  place: string
  backupEverySeconds: number
  /** Of the last whole backup; null: none is complete. */
  backedUpAt: Date | null
  /** Every commit before it is in the store. */
  archivedAt: Date
}

export async function recordBackupState(db: Db, { series, place, backupEverySeconds, backedUpAt, archivedAt }: BackupState): Promise<void> {
  await sql`
    insert into backup_state (series, place, backup_every_seconds, backed_up_at, archived_at)
    values (${series}, ${place}, ${backupEverySeconds}, ${backedUpAt}, ${archivedAt})
    on conflict (series) do update set place = excluded.place, backup_every_seconds = excluded.backup_every_seconds,
      backed_up_at = excluded.backed_up_at, archived_at = excluded.archived_at`.execute(db)
}

export const listBackupStates = (executor: Executor): Promise<BackupState[]> =>
  executor.selectFrom('backupState').selectAll().orderBy('series').execute()

/** The installation is not backed up continuously any more. */
export async function forgetBackupStates(db: Db): Promise<void> {
  await db.deleteFrom('backupState').execute()
}
