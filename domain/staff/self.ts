import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { agentName, placeName } from '#domain/platform/index.ts'
import { limits } from '#values/limits.ts'

/** A member's own profile: sign-in methods and current sessions. */
export async function readSelf(tx: Tx, { staffId, sessionId, now }: { staffId: string; sessionId: string; now: Date }) {
  const self = await tx
    .selectFrom('staff')
    .select(['password_changed_at', 'totp_secret'])
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  const sessions = await tx
    .selectFrom('staff_session')
    .select(['session_id', 'agent', 'address', 'created_at', 'last_seen_at'])
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - limits.sessionIdleMinutes * 60_000))
    .orderBy('last_seen_at', 'desc')
    .execute()
  return {
    hasTotp: self.totp_secret !== null,
    passwordChangedAt: self.password_changed_at,
    sessions: sessions.map(row => ({
      sessionId: row.session_id,
      isCurrent: row.session_id === sessionId,
      device: agentName(row.agent),
      address: row.address,
      place: placeName(row.address) ?? '',
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
    })),
  }
}

/** Ends one of the member's own sessions. Refuses `not_found`. */
export async function endOwnStaffSession(tx: Tx, staffId: string, sessionId: string): Promise<void> {
  const ended = await tx
    .deleteFrom('staff_session')
    .where('staff_id', '=', staffId)
    .where('session_id', '=', sessionId)
    .returning('session_id')
    .executeTakeFirst()
  if (!ended) refuse('not_found')
}

/** Ends all of the member's sessions but one. */
export async function endOtherStaffSessions(tx: Tx, staffId: string, sessionId: string): Promise<void> {
  await tx.deleteFrom('staff_session').where('staff_id', '=', staffId).where('session_id', '!=', sessionId).execute()
}
