import type pg from 'pg'

/** A pool or one connection, as the owner. */
export interface Queries {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
}

/** A worker that has not been heard of for this long counts as dead. */
export const leaseMs = 12_000

const leaseName = (workerId: string) => `jobs:${workerId}`

/** Says that these workers are alive. Takes the owner's pool. */
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
