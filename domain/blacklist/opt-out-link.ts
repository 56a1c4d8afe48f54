import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Executor } from '#db/connect.ts'
import { hmac, keyFor } from '#domain/platform/index.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** The account, signature and broadcast of an opt-out link. */
export interface OptOutTarget {
  account: AccountId
  signatureId: string
  broadcastId: string | null
}

const idBytes = 6
const macBytes = 6
/**
 * Characters of a token: six bytes of id and six of MAC. It is short because it counts towards the message's segments.
 */
export const optOutTokenLength = ((idBytes + macBytes) * 8) / 6
const dayMs = 86_400_000

const macOf = (secret: string, linkId: string) => hmac(keyFor(secret, 'opt-out-link'), linkId).subarray(0, macBytes)
const tokenOf = (secret: string, linkId: string) => linkId + macOf(secret, linkId).toString('base64url')

/**
 * Opt-out link: the token for a broadcast, or for a signature on this day; repeated calls return the same one. Valid
 * for ninety days.
 */
export async function optOutToken(
  executor: Executor,
  secret: string,
  { account, signatureId, broadcastId, now }: OptOutTarget & { now: Date },
): Promise<{ token: string; expiresAt: Date }> {
  // A broadcast has one link for all days.
  const day = broadcastId === null ? chinaDay(now) : ''
  const expiresAt = new Date(now.getTime() + limits.optOutLinkDays * dayMs)
  const made = { linkId: randomBytes(idBytes).toString('base64url'), expiresAt }
  await executor
    .insertInto('optOutLink')
    .values({ ...made, accountId: account, signatureId, broadcastId, day, createdAt: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const kept = await executor
    .selectFrom('optOutLink')
    .select(['linkId', 'expiresAt'])
    .where('accountId', '=', account)
    .where('signatureId', '=', signatureId)
    .where('broadcastId', broadcastId === null ? 'is' : '=', broadcastId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return { token: tokenOf(secret, kept.linkId), expiresAt: kept.expiresAt }
}

/** What a token refers to. A forged one is rejected without a database query. */
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
  const link = await executor.selectFrom('optOutLink').selectAll().where('linkId', '=', linkId).executeTakeFirst()
  if (!link) return 'invalid'
  if (link.expiresAt <= now) return 'expired'
  return { account: link.accountId, signatureId: link.signatureId, broadcastId: link.broadcastId }
}
