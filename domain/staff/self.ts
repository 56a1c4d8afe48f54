import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { agentName, placeName } from '#domain/platform/index.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'

/** A member's own profile: sign-in methods and current sessions. */
export async function readSelf(tx: Tx, { staffId, sessionId, now }: { staffId: string; sessionId: string; now: Date }) {
  const self = await tx
    .selectFrom('staff')
    .select(['passwordChangedAt', 'totpSecret'])
    .where('staffId', '=', staffId)
    .executeTakeFirstOrThrow()
  const sessions = await tx
    .selectFrom('staffSession')
    .select(['sessionId', 'agent', 'address', 'createdAt', 'lastSeenAt'])
    .where('staffId', '=', staffId)
    .where('expiresAt', '>', now)
    .where('lastSeenAt', '>', new Date(now.getTime() - limits.sessionIdleMinutes * 60_000))
    .orderBy('lastSeenAt', 'desc')
    .execute()
  return {
    hasTotp: self.totpSecret !== null,
    passwordChangedAt: self.passwordChangedAt,
    sessions: sessions.map(row => ({
      ...pick(row, 'sessionId', 'address', 'createdAt', 'lastSeenAt'),
      isCurrent: row.sessionId === sessionId,
      device: agentName(row.agent),
      place: placeName(row.address) ?? '',
    })),
  }
}

/** Ends one of the member's own sessions. Refuses `not_found`. */
export async function endOwnStaffSession(tx: Tx, staffId: string, sessionId: string): Promise<void> {
  const ended = await tx
    .deleteFrom('staffSession')
    .where('staffId', '=', staffId)
    .where('sessionId', '=', sessionId)
    .returning('sessionId')
    .executeTakeFirst()
  if (!ended) refuse('not_found')
}

/** Ends all of the member's sessions but one. */
export async function endOtherStaffSessions(tx: Tx, staffId: string, sessionId: string): Promise<void> {
  await tx.deleteFrom('staffSession').where('staffId', '=', staffId).where('sessionId', '!=', sessionId).execute()
}
