import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import type { Gate } from '#domain/app/gate.ts'
import type { KeyRing } from '#domain/app/key-ring.ts'
import type { RequestLog } from '#domain/app/request-log.ts'
import type { Submissions } from './submission.ts'

/** What all sessions of the program share. */
export interface Surroundings {
  /** As one customer's program, one account at a time. */
  db: Db
  /** As the platform, for what spans the program's sessions. */
  platformDb: Db
  /** The platform's master secret. */
  secret: string
  ring: KeyRing
  gate: Gate
  log: RequestLog
  submissions: Submissions
  now: () => Date
  elapsedMs: () => number
  logger: Logger
}
