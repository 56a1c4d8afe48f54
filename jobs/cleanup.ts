import { sql } from 'kysely'
import { purgeUndo } from '#domain/undo-record/index.ts'
import { limits } from '#values/limits.ts'
import type { PeriodicWork } from './task.ts'

const hourMs = 3_600_000

/**
 * Purges expired sessions, one-time codes, used captchas, nonces, counters, stored answers of idempotency keys, and
 * what acts changed that can no longer be undone.
 */
export const cleanup: PeriodicWork = {
  name: 'cleanup',
  everyMs: hourMs,
  run: async ({ db, now }) => {
    const at = now()
    const idleSince = new Date(at.getTime() - limits.sessionIdleMinutes * 60_000)
    const answeredSince = new Date(at.getTime() - limits.idempotencyHours * hourMs)
    await db
      .deleteFrom('session')
      .where(row => row.or([row('expiresAt', '<', at), row('lastSeenAt', '<', idleSince)]))
      .execute()
    await db.deleteFrom('signInChallenge').where('expiresAt', '<', at).execute()
    await db.deleteFrom('impersonation').where('expiresAt', '<', at).execute()
    await sql`delete from step_up -- across accounts: what was proven long ago
      where asked_at < ${new Date(at.getTime() - hourMs)}`.execute(db)
    await sql`delete from email_link -- across accounts: links that ran out
      where expires_at < ${at}`.execute(db)
    await db.deleteFrom('oneTimeCode').where('expiresAt', '<', at).execute()
    await db.deleteFrom('captchaSpent').where('expiresAt', '<', at).execute()
    await sql`delete from request_nonce where expires_at < ${at}`.execute(db)
    await sql`delete from rate_limit where expire < ${at.getTime()}`.execute(db)
    await sql`delete from idempotency -- across accounts: answers that ran out
      where created_at < ${answeredSince}`.execute(db)
    await db
      .deleteFrom('staffSession')
      .where(row => row.or([row('expiresAt', '<', at), row('lastSeenAt', '<', idleSince)]))
      .execute()
    await purgeUndo(db, at)
    await db.deleteFrom('staffIdempotency').where('createdAt', '<', answeredSince).execute()
  },
}
