import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Executor } from '#db/connect.ts'
import { hmac, keyFor } from '#domain/platform/index.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** Of whom a link refuses marketing. */
export interface OptOutTarget {
  account: AccountId
  signatureId: string
  broadcastId: string | null
}

const idBytes = 6
const macBytes = 6
/** Characters of a token: an id and what proves that we made it, six bytes each. It is short since every message that names it pays for it. */
export const optOutTokenLength = ((idBytes + macBytes) * 8) / 6
const dayMs = 86_400_000

const macOf = (secret: string, linkId: string) => hmac(keyFor(secret, 'opt-out-link'), linkId).subarray(0, macBytes)
const tokenOf = (secret: string, linkId: string) => linkId + macOf(secret, linkId).toString('base64url')

/** The token of a broadcast's link, or of today's link of a signature: the same one however often it is asked for. It is good for ninety days. */
export async function optOutToken(
  executor: Executor,
  secret: string,
  { account, signatureId, broadcastId, now }: OptOutTarget & { now: Date },
): Promise<{ token: string; expiresAt: Date }> {
  // A broadcast has one link for all its days.
  const day = broadcastId === null ? chinaDay(now) : ''
  const expiresAt = new Date(now.getTime() + limits.optOutLinkDays * dayMs)
  const made = { link_id: randomBytes(idBytes).toString('base64url'), expires_at: expiresAt }
  await executor
    .insertInto('opt_out_link')
    .values({ ...made, account_id: account, signature_id: signatureId, broadcast_id: broadcastId, day, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const kept = await executor
    .selectFrom('opt_out_link')
    .select(['link_id', 'expires_at'])
    .where('account_id', '=', account)
    .where('signature_id', '=', signatureId)
    .where('broadcast_id', broadcastId === null ? 'is' : '=', broadcastId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return { token: tokenOf(secret, kept.link_id), expiresAt: kept.expires_at }
}

/** What a token names. One that we didn't sign is told without a look at the database. */
export async function readOptOutToken(
  executor: Executor,
  secret: string,
  token: string,
  now: Date,
): Promise<OptOutTarget | 'expired' | 'invalid'> {
  if (token.length !== optOutTokenLength) return 'invalid'
  const linkId = token.slice(0, (idBytes * 8) / 6)
  const given = Buffer.from(token.slice(linkId.length), 'base64url')
  if (given.length !== macBytes || !timingSafeEqual(given, macOf(secret, linkId))) return 'invalid'
  const link = await executor.selectFrom('opt_out_link').selectAll().where('link_id', '=', linkId).executeTakeFirst()
  if (!link) return 'invalid'
  if (link.expires_at <= now) return 'expired'
  return { account: link.account_id as AccountId, signatureId: link.signature_id, broadcastId: link.broadcast_id }
}
