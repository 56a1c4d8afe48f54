import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { agentName, placeName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** Active sessions of a member, and of staff impersonating in the account, the latest first. */
export async function listSessions(tx: Tx, account: AccountId, input: { memberId: string; sessionId: string; now: Date }) {
  const { memberId, sessionId, now } = input
  const rows = await tx
    .selectFrom('session')
    .select(['session_id', 'agent', 'address', 'proof', 'created_at', 'last_seen_at', 'staff_id'])
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - limits.sessionIdleMinutes * 60_000))
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(row => ({
    sessionId: row.session_id,
    isCurrent: row.session_id === sessionId,
    device: agentName(row.agent),
    // The customer doesn't learn the IP address of the platform's staff.
    address: row.staff_id ? '' : row.address,
    place: row.staff_id ? '' : (placeName(row.address) ?? ''),
    proof: row.proof,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }))
}

/** Ends one of a member's sessions. Refuses `not_found`. */
export async function endSession(tx: Tx, account: AccountId, memberId: string, sessionId: string): Promise<void> {
  const ended = await tx
    .deleteFrom('session')
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .where('session_id', '=', sessionId)
    .returning('session_id')
    .executeTakeFirst()
  if (!ended) refuse('not_found')
}

/** Ends all of a member's sessions except one; returns their number. */
export async function endOtherSessions(tx: Tx, account: AccountId, memberId: string, sessionId: string): Promise<number> {
  const ended = await tx
    .deleteFrom('session')
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .where('session_id', '!=', sessionId)
    .returning('session_id')
    .execute()
  return ended.length
}
