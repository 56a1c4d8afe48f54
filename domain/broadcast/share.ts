import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, decodeId, encodeId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

const dayMs = 86_400_000
const secretBytes = 18

export const shareTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The account that a token begins with; null for other texts. */
export const accountOfToken = (token: string): AccountId | null => decodeId('account', token.split('.')[0] ?? '')

interface NewShare {
  broadcastId: string
  passwordHash: string
  memberId: string
  days: number
  now: Date
}

/**
 * Creates a link to a broadcast's report. Its token begins with the account, so that the link is looked up under row
 * level security; only its hash is stored. Refuses `not_found` and `too_many`.
 */
export async function createShare(
  tx: Tx,
  account: AccountId,
  { days, now, ...facts }: NewShare,
): Promise<{ shareId: string; token: string; expiresAt: Date }> {
  const { rows } = await sql`
    select from broadcast where account_id = ${account} and broadcast_id = ${facts.broadcastId} for no key update`.execute(tx)
  if (rows.length === 0) refuse('not_found')
  const open = await listShares(tx, account, { broadcastId: facts.broadcastId, now })
  if (open.length >= limits.sharesPerBroadcast) refuse('too_many', { limit: limits.sharesPerBroadcast, noun: '分享链接' })
  const token = `${encodeId('account', account)}.${randomBytes(secretBytes).toString('base64url')}`
  const share = { shareId: newId(now.getTime()), expiresAt: new Date(now.getTime() + days * dayMs) }
  await tx
    .insertInto('broadcastShare')
    .values({ accountId: account, ...facts, ...share, tokenHash: shareTokenHash(token), createdAt: now })
    .execute()
  return { ...share, token }
}

interface ListedShare {
  shareId: string
  memberName: string
  createdAt: Date
  expiresAt: Date
  openedAt: Date | null
}

/** The valid links to a broadcast's report, newest first. */
export async function listShares(
  executor: Executor,
  account: AccountId,
  { broadcastId, now }: { broadcastId: string; now: Date },
): Promise<ListedShare[]> {
  const { rows } = await sql<ListedShare>`
    select share_id, created_at, expires_at, opened_at, coalesce(
      (select name from member where member.account_id = ${account} and member.member_id = share.member_id), '') as "memberName"
    from broadcast_share as share
    where account_id = ${account} and broadcast_id = ${broadcastId} and revoked_at is null and expires_at > ${now}
    order by share_id desc`.execute(executor)
  return rows
}

/** Ends a link at once, also for those who have opened it. Refuses `not_found`. */
export async function revokeShare(tx: Tx, account: AccountId, { shareId, now }: { shareId: string; now: Date }): Promise<void> {
  const { rows } = await sql`
    update broadcast_share set revoked_at = coalesce(revoked_at, ${now}) where account_id = ${account} and share_id = ${shareId}
    returning share_id`.execute(tx)
  if (rows.length === 0) refuse('not_found')
}
