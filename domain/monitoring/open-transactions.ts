import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'

/**
 * How long transactions of the database have been open, of all users, from the first time that they were seen: their
 * begin is told to a superuser only. Vacuum is left out, since it holds nothing that others wait for.
 */
export class OpenTransactions {
  #seenAtMs = new Map<string, number>()

  /** Seconds since the oldest one was seen first. */
  async oldestSeconds(executor: Db | Tx, now: Date): Promise<number> {
    const nowMs = now.getTime()
    const { rows } = await sql<{ id: string }>`
      select virtualtransaction as id from pg_locks as own join pg_stat_activity using (pid)
      where locktype = 'virtualxid' and granted and pid <> pg_backend_pid() and datname = current_database() and not exists (
        select from pg_locks as vacuum where vacuum.pid = own.pid and vacuum.mode = 'ShareUpdateExclusiveLock')`.execute(executor)
    this.#seenAtMs = new Map(rows.map(({ id }) => [id, this.#seenAtMs.get(id) ?? nowMs]))
    return (nowMs - Math.min(nowMs, ...this.#seenAtMs.values())) / 1_000
  }
}
