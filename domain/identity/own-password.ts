import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { forgetCount, hashPassword, takeOne, verifyPassword } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { setPassword } from './account.ts'
import { refuseCommonPassword } from './common-password.ts'

const lock = { windowMs: limits.loginLockMinutes * 60_000, most: limits.loginFailuresBeforeLock }

/**
 * Verifies the present password. Returns false instead of refusing, because a refusal would roll back the counted
 * attempt. Refuses `too_many_requests` after five wrong ones.
 */
export async function proveByPassword(
  tx: Tx,
  account: AccountId,
  { memberId, current, now }: { memberId: string; current: string; now: Date },
): Promise<boolean> {
  const counter = { key: `password:${memberId}`, limit: lock }
  await takeOne(tx, [counter], now, waitMs => refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) }))
  const { passwordHash } = await tx
    .selectFrom('member')
    .select('passwordHash')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const isRight = await verifyPassword(passwordHash, current)
  if (isRight) await forgetCount(tx, counter.key)
  return isRight
}

/**
 * Changes a member's password and ends its other sessions; the caller renews the present one. Refuses
 * `password_common`, and `password_used` for the present one and the four before it.
 */
export async function changeOwnPassword(
  tx: Tx,
  account: AccountId,
  input: { memberId: string; sessionId: string; names: readonly string[]; password: string; now: Date },
): Promise<void> {
  const { memberId, password, now } = input
  refuseCommonPassword(password, input.names)
  for (const hash of await lastHashes(tx, account, memberId))
    if (await verifyPassword(hash, password)) refuse('password_used', {}, { password: `不能与最近${limits.passwordsKept}次用过的密码相同` })
  await setPassword(tx, account, memberId, { passwordHash: await hashPassword(password), now, keeps: input.sessionId })
}

/** Hashes of the present password and the previous ones that must not be reused. */
async function lastHashes(tx: Tx, account: AccountId, memberId: string): Promise<string[]> {
  const present = await tx
    .selectFrom('member')
    .select('passwordHash')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before = await tx
    .selectFrom('memberPassword')
    .select('passwordHash')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .orderBy('endedAt', 'desc')
    .limit(limits.passwordsKept - 1)
    .execute()
  return [present, ...before].map(row => row.passwordHash)
}
