import type pg from 'pg'

/** A pool or one connection, with the platform's role. */
export interface Queries {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
}

/** A worker without a heartbeat for this long counts as dead. */
const leaseMs = 12_000

const leaseName = (workerId: string) => `jobs:${workerId}`

/** Heartbeat of these workers. Uses the platform's pool. */
export async function renewWorkers(pool: Queries, owner: string, workerIds: readonly string[]): Promise<void> {
  await pool.query(
    `insert into lease (name, owner, token, until)
     select name, $1, 0, now() + $3 * interval '1 millisecond' from unnest($2::text[]) as name
     on conflict (name) do update set until = excluded.until, owner = excluded.owner`,
    [owner, workerIds.map(leaseName), leaseMs],
  )
}

/** Removes the heartbeats at a graceful shutdown. */
export async function forgetWorkers(pool: Queries, workerIds: readonly string[]): Promise<void> {
  await pool.query('delete from lease where name = any($1::text[])', [workerIds.map(leaseName)])
}

/** Jobs that workers are running, by the events of their pools. */
export class JobsInHand {
  /** From their start until their row is deleted or unlocked. */
  readonly #known = new Set<string>()
  #suspects = new Set<string>()

  begun(jobId: string): void {
    this.#known.add(jobId)
  }

  /**
   * Unlocks jobs that are locked in the name of one of these workers and that none of them runs: the answer that
   * assigned them was lost with its connection, and nobody else would take them while the workers live. To be called
   * periodically; a job that is unknown in two calls is unlocked. Returns their ids.
   */
  async releaseLost(pool: Queries, workerIds: readonly string[]): Promise<string[]> {
    const known = [...this.#known]
    const { rows } = await pool.query<{ id: string }>('select id from graphile_worker._private_jobs where locked_by = any($1::text[])', [
      workerIds,
    ])
    const locked = new Set(rows.map(row => row.id))
    for (const jobId of known) if (!locked.has(jobId)) this.#known.delete(jobId)
    const unknown = [...locked].filter(jobId => !this.#known.has(jobId))
    const lost = unknown.filter(jobId => this.#suspects.has(jobId))
    this.#suspects = new Set(unknown)
    if (lost.length > 0)
      await pool.query(
        'update graphile_worker._private_jobs set locked_by = null, locked_at = null where id = any($1::bigint[]) and locked_by = any($2::text[])',
        [lost, workerIds],
      )
    return lost
  }
}

/**
 * Releases the locks of dead workers, so that another worker takes their jobs at its next poll; the queue itself would
 * wait four hours. Returns the dead workers' ids. A lock younger than a lease is skipped, since its worker may not have
 * sent its first heartbeat.
 */
export async function releaseOrphans(pool: Queries): Promise<string[]> {
  const { rows } = await pool.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker.jobs as job
     where locked_by is not null and locked_at < now() - $1 * interval '1 millisecond'
       and not exists (select from lease where name = 'jobs:' || job.locked_by and until > now())`,
    [leaseMs],
  )
  const dead = rows.map(row => row.locked_by)
  if (dead.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [dead])
  await pool.query(`delete from lease where name like 'jobs:%' and until < now() - interval '1 hour'`)
  return dead
}
