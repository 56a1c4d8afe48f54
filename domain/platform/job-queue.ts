import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'

/** Background jobs of one kind that wait or run. */
export interface JobQueueState {
  job: string
  count: number
  /** Those that failed at least once. */
  failingCount: number
  /** For how long the oldest has been due; 0: none is. */
  waitSeconds: number
}

export async function readJobQueues(executor: Executor): Promise<JobQueueState[]> {
  const { rows } = await sql<JobQueueState>`
    select task.identifier as job, count(*) as count, count(*) filter (where attempts > 0 and last_error is not null) as failing_count,
      coalesce(greatest(0, extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts))), 0)::float8 as wait_seconds
    from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
    group by task.identifier order by task.identifier`.execute(executor)
  return rows
}
