import { sql } from 'kysely'
import { Refusal, refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { decrypt, type EncryptedTable, encrypt, takeOne } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import type { RateLimit } from '#values/limiter.ts'
import { limits } from '#values/limits.ts'
import { type CodePurpose, redeemCode } from './one-time-code.ts'
import { redeemRecoveryCode } from './recovery-code.ts'
import { totpStep } from './totp.ts'

/** The second factor of a member. */
export type SecondFactor = 'none' | 'sms' | 'totp'

const lock: RateLimit = { windowMs: limits.loginLockMinutes * 60_000, most: limits.secondFactorTries }

const contextOf = (memberId: string) => `totp:${memberId}`
const ofRow = (_account: string, memberId: string) => contextOf(memberId)
export const encryptedMemberTotp: EncryptedTable = {
  table: 'member',
  keys: ['accountId', 'memberId'],
  columns: { totpSecret: ofRow, totpDraft: ofRow },
}
export const encryptTotp = (secret: string, memberId: string, totp: string): Buffer => encrypt(secret, contextOf(memberId), totp)
export const decryptTotp = (secret: string, memberId: string, encrypted: Buffer): string => decrypt(secret, contextOf(memberId), encrypted)

interface Given {
  memberId: string
  code: string
  now: Date
}

/**
 * Verifies a current, unused code of the member's authenticator (TOTP), or a recovery code, which it consumes; returns
 * which. Refuses `too_many_requests` after five wrong ones in a quarter of an hour; the caller must not roll the count
 * back.
 */
export async function proveByTotp(
  tx: Tx,
  secret: string,
  account: AccountId,
  { memberId, code, now }: Given,
): Promise<'totp' | 'recovery_code' | null> {
  const counter = { key: `second-factor:${memberId}`, limit: lock }
  await takeOne(tx, [counter], now, waitMs => refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) }))
  const isTotp = await spendTotp(tx, secret, account, { memberId, code, now })
  const proof = isTotp ? 'totp' : (await redeemRecoveryCode(tx, secret, account, { memberId, code, now })) ? 'recovery_code' : null
  if (proof) await tx.deleteFrom('rateLimit').where('key', '=', counter.key).execute()
  return proof
}

async function spendTotp(tx: Tx, secret: string, account: AccountId, { memberId, code, now }: Given): Promise<boolean> {
  const row = await tx
    .selectFrom('member')
    .select(['totpSecret'])
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where('secondFactor', '=', 'totp')
    .executeTakeFirst()
  const step = row?.totpSecret ? totpStep(decryptTotp(secret, memberId, row.totpSecret), code, now) : null
  if (step === null) return false
  // One statement decides between concurrent uses of a code.
  const { rows } = await sql`
    update member set totp_step = ${step}
    where account_id = ${account} and member_id = ${memberId} and (totp_step is null or totp_step < ${step}) returning member_id`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * Verifies and consumes a one-time code by SMS. Returns false instead of refusing, because a refusal would roll back
 * the counted attempt.
 */
export async function proveBySms(
  tx: Tx,
  secret: string,
  input: { phone: string; purpose: CodePurpose; code: string; now: Date },
): Promise<boolean> {
  try {
    await redeemCode(tx, secret, input)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'code_invalid') return false
    throw error
  }
}
