import type pg from 'pg'

/** A pool or one connection, in the platform's role. */
export interface Queries {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
}

/** A worker that has not been heard of for this long counts as dead. */
export const leaseMs = 12_000

const leaseName = (workerId: string) => `jobs:${workerId}`

/** Says that these workers are alive. Takes the platform's pool. */
export async function renewWorkers(pool: Queries, owner: string, workerIds: readonly string[]): Promise<void> {
  await pool.query(
    `insert into lease (name, owner, token, until)
     select name, $1, 0, now() + $3 * interval '1 millisecond' from unnest($2::text[]) as name
     on conflict (name) do update set until = excluded.until, owner = excluded.owner`,
    [owner, workerIds.map(leaseName), leaseMs],
  )
}

/** Takes the word back at an orderly end. */
export async function forgetWorkers(pool: Queries, workerIds: readonly string[]): Promise<void> {
  await pool.query('delete from lease where name = any($1::text[])', [workerIds.map(leaseName)])
}

/** Jobs that workers have in hand, by the events of their pools. */
export class JobsInHand {
  /** From their begin until their row is gone or free. */
  readonly #known = new Set<string>()
  #suspects = new Set<string>()

  begun(jobId: string): void {
    this.#known.add(jobId)
  }

  /**
   * Frees jobs that are locked in the name of one of these workers and that none of them knows of: the answer that gave them was lost with its connection, and as
   * long as the workers live nobody else would take them. Called again and again; who is unknown at two calls is freed. Gives their ids.
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
 * Gives up the locks of workers that are dead, so that another takes their jobs at its next look; the queue by itself would wait four hours. Answers
 * with the dead workers' ids. A lock younger than a lease is left alone, since its worker may not have said its first word yet.
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
