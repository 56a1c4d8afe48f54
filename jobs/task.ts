import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'

/** The context of every background job. */
export interface JobContext {
  /** With the platform's role. */
  db: Db
  now: () => Date
  logger: Logger
}

/** A job's work. It may be killed at any statement and is then run again from the start, so it must be idempotent. */
export type JobTask = (payload: unknown, context: JobContext) => Promise<void>

/** Work that polls the database periodically: the next run makes up for a missed one. */
export interface PeriodicWork {
  name: string
  everyMs: number
  run: (context: JobContext) => Promise<void>
}
