import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { queueMail } from '#domain/notification/index.ts'
import { takeOne } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

const digest = (token: string) => createHash('sha256').update(token).digest()
const hourMs = 3_600_000

interface EmailLink {
  memberId: string
  email: string
  /** Returns the console's address that takes the token. */
  linkOf: (token: string) => string
  now: Date
}

/**
 * Sends a verification link to an email address; an earlier one becomes void. The present address stays until it is
 * opened. Refuses `too_many_requests`.
 */
export async function sendEmailLink(tx: Tx, account: AccountId, { memberId, email, linkOf, now }: EmailLink): Promise<void> {
  const counters = [
    { key: `email-link:${memberId}`, limit: { windowMs: hourMs, most: limits.emailLinksPerHour } },
    { key: `email-link-to:${digest(email).toString('hex')}`, limit: { windowMs: 24 * hourMs, most: limits.emailLinksPerDay } },
  ]
  await takeOne(tx, counters, now, waitMs => refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) }))
  const token = randomBytes(32).toString('base64url')
  const row = { email, tokenHash: digest(token), expiresAt: new Date(now.getTime() + limits.emailLinkHours * hourMs) }
  await tx
    .insertInto('emailLink')
    .values({ accountId: account, memberId, ...row })
    .onConflict(conflict => conflict.columns(['accountId', 'memberId']).doUpdateSet(row))
    .execute()
  const text = [
    '您正在鸿雁绑定这个邮箱。请在登录鸿雁的浏览器中打开下面的链接完成验证：',
    linkOf(token),
    `链接${limits.emailLinkHours}小时内有效。如果不是您本人操作，请忽略这封邮件。`,
  ].join('\n\n')
  await queueMail(tx, { account, to: email, subject: '验证您的邮箱', text, now })
}

/**
 * Redeems the token of a verification link; returns the address, which is now the member's. Refuses
 * `email_link_invalid`.
 */
export async function confirmEmail(
  tx: Tx,
  account: AccountId,
  { memberId, token, now }: { memberId: string; token: string; now: Date },
): Promise<string> {
  const link = await tx
    .deleteFrom('emailLink')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', digest(token))
    .where('expiresAt', '>', now)
    .returning('email')
    .executeTakeFirst()
  if (!link) refuse('email_link_invalid')
  await setEmail(tx, account, memberId, { email: link.email, emailVerifiedAt: now })
  return link.email
}

/** Deletes the member's email address, also one that waits for verification. */
export async function removeEmail(tx: Tx, account: AccountId, memberId: string): Promise<void> {
  await tx.deleteFrom('emailLink').where('accountId', '=', account).where('memberId', '=', memberId).execute()
  await setEmail(tx, account, memberId, { email: null, emailVerifiedAt: null })
}

async function setEmail(tx: Tx, account: AccountId, memberId: string, to: { email: string | null; emailVerifiedAt: Date | null }) {
  await tx.updateTable('member').set(to).where('accountId', '=', account).where('memberId', '=', memberId).execute()
}
