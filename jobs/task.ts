import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'

/** What every background job gets to work with. */
export interface JobContext {
  /** In the platform's role. */
  db: Db
  now: () => Date
  logger: Logger
}

/** A job's work. It may be killed at any statement and is run again from the start, so it must stand repetition. */
export type JobTask = (payload: unknown, context: JobContext) => Promise<void>

/** Work that looks at the database at an interval: a missed tick is made up by the next one. */
export interface PeriodicWork {
  name: string
  everyMs: number
  run: (context: JobContext) => Promise<void>
}
