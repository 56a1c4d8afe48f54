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
