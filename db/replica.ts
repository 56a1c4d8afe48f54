import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { toError } from '#values/error.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { Db } from './connect.ts'

/** A read replica, and who is told why one was not read. */
export interface Replica {
  db: Db
  onSkip: (reason: Error) => void
  /** How long it may take to catch up; then the primary is read. */
  waitMs?: number
}

/** Reads from the replica; where that can't be, from the primary. */
export type ReplicaRead = <T>(onReplica: (db: Db) => Promise<T>, onPrimary: () => Promise<T>) => Promise<T>

const standardWaitMs = 5_000
const pollMs = 50

/**
 * Reads from a replica that has all that was committed on the primary until now. The primary is read when there is no
 * replica, when it lags, and from its first failure on.
 */
export async function readFromReplica(primary: Db, replica: Replica | null): Promise<ReplicaRead> {
  const skip = (error: unknown) => {
    replica?.onSkip(toError(error))
    return null
  }
  let source = replica && (await caughtUp(primary, replica).catch(skip))
  return async (onReplica, onPrimary) => {
    if (source)
      try {
        return await onReplica(source)
      } catch (error) {
        source = skip(error)
      }
    return onPrimary()
  }
}

/** The replica once it has replayed the primary's log up to now; throws when that takes too long. */
async function caughtUp(primary: Db, { db, waitMs = standardWaitMs }: Replica): Promise<Db> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_insert_lsn()::text as position`.execute(primary)
  const { position } = firstOrThrow(rows)
  for (const untilMs = performance.now() + waitMs; performance.now() < untilMs; await pause(pollMs)) {
    const answer = await sql<{ isStandby: boolean; hasAll: boolean }>`
      select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn() >= ${position}::pg_lsn as has_all`.execute(db)
    const { isStandby, hasAll } = firstOrThrow(answer.rows)
    // After a failover it may be anything.
    if (!isStandby) throw new Error('the replica is no standby')
    if (hasAll) return db
  }
  throw new Error(`the replica lags by more than ${waitMs} ms`)
}
