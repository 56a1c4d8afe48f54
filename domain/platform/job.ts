import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'

export interface JobOptions {
  /** One job at a time waits under a key; a later one with the same key takes its place. */
  key?: string
  runAt?: Date
}

/** Has a background job (jobs/) done once this transaction has committed; never when it has not. */
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
