import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { agentName, placeName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'

/** Active sessions of a member, and of staff impersonating in the account, the latest first. */
export async function listSessions(tx: Tx, account: AccountId, input: { memberId: string; sessionId: string; now: Date }) {
  const { memberId, sessionId, now } = input
  const rows = await tx
    .selectFrom('session')
    .select(['sessionId', 'agent', 'address', 'proof', 'createdAt', 'lastSeenAt', 'staffId'])
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', now)
    .where('lastSeenAt', '>', new Date(now.getTime() - limits.sessionIdleMinutes * 60_000))
    .orderBy('lastSeenAt', 'desc')
    .limit(100)
    .execute()
  return rows.map(row => ({
    ...pick(row, 'sessionId', 'proof', 'createdAt', 'lastSeenAt'),
    isCurrent: row.sessionId === sessionId,
    device: agentName(row.agent),
    // The customer doesn't learn the IP address of the platform's staff.
    address: row.staffId ? '' : row.address,
    place: row.staffId ? '' : (placeName(row.address) ?? ''),
  }))
}

/** Ends one of a member's sessions. Refuses `not_found`. */
export async function endSession(tx: Tx, account: AccountId, memberId: string, sessionId: string): Promise<void> {
  const ended = await tx
    .deleteFrom('session')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where('sessionId', '=', sessionId)
    .returning('sessionId')
    .executeTakeFirst()
  if (!ended) refuse('not_found')
}

/** Ends all of a member's sessions except one; returns their number. */
export async function endOtherSessions(tx: Tx, account: AccountId, memberId: string, sessionId: string): Promise<number> {
  const ended = await tx
    .deleteFrom('session')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where('sessionId', '!=', sessionId)
    .returning('sessionId')
    .execute()
  return ended.length
}
