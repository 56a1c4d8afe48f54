import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'

export interface JobOptions {
  /** Deduplication key: at most one job waits under it; a later one replaces it. */
  key?: string
  runAt?: Date
}

/** Enqueues a background job (jobs/), which runs only if this transaction commits. */
export async function enqueueJob(
  executor: Executor,
  task: string,
  payload: Record<string, unknown>,
  options: JobOptions = {},
): Promise<void> {
  await sql`select enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${options.key ?? null}::text, ${options.runAt ?? null}::timestamptz)`.execute(
    executor,
  )
}

export interface FailingJob {
  task: string
  jobCount: number
  lastError: string
}

/** Jobs that have failed at least this often and wait for another try, by task. */
export async function listFailingJobs(
  executor: Executor,
  { minTries, except }: { minTries: number; except: readonly string[] },
): Promise<FailingJob[]> {
  const { rows } = await sql<FailingJob>`
    select task.identifier as task, count(*) as "jobCount", (array_agg(last_error order by updated_at desc))[1] as "lastError"
    from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
    where job.attempts >= ${minTries} and task.identifier <> all(${except}::text[]) and job.last_error is not null group by 1 order by 1`.execute(
    executor,
  )
  return rows
}
