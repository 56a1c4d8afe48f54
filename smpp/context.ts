import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import type { AccessGuard, KeyRing, RequestLog } from '#domain/apps/index.ts'
import type { Submissions } from './submission.ts'

/** What all sessions of the program share. */
export interface SmppContext {
  /** As one customer's program, one account at a time. */
  db: Db
  /** As the platform, for what spans the program's sessions. */
  platformDb: Db
  /** The platform's master secret. */
  secret: string
  ring: KeyRing
  gate: AccessGuard
  log: RequestLog
  submissions: Submissions
  now: () => Date
  elapsedMs: () => number
  logger: Logger
}
