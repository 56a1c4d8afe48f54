import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import type { AccessGuard, AdmissionControl, KeyCache, RequestLog } from '#domain/apps/index.ts'
import type { Submissions } from './submission.ts'

/** State that all sessions of the program share. */
export interface EsmeContext {
  /** With the rights of a customer's program: row level security shows one account at a time. */
  db: Db
  /** With the rights of the platform, for statements across the program's sessions. */
  platformDb: Db
  /** The platform's master secret. */
  secret: string
  ring: KeyCache
  gate: AccessGuard
  admission: AdmissionControl
  log: RequestLog
  submissions: Submissions
  now: () => Date
  elapsedMs: () => number
  logger: Logger
}
