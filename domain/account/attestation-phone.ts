import { Refusal, refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { issueCode, redeemCode } from '#domain/identity/index.ts'
import { takeOne } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

interface Phone {
  phone: string
  now: Date
}

const dayMs = 86_400_000

/**
 * Creates a one-time code for the handler's phone, for the caller to send; an earlier one becomes void. Refuses
 * `code_limited` beyond the limits of the number, and `too_many_requests` when an account requests codes for many
 * numbers (abuse of the form to message strangers).
 */
export async function sendAttestationPhoneCode(
  tx: Tx,
  account: AccountId,
  secret: string,
  { phone, address, now }: Phone & { address: string },
): Promise<{ code: string }> {
  const counter = { key: `attestation-phone:${account}`, limit: { windowMs: dayMs, most: limits.oneTimeCodesPerDay } }
  await takeOne(tx, [counter], now, waitMs => refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) }))
  return { code: await issueCode(tx, secret, { phone, purpose: 'attestation', address, now }) }
}

/**
 * Checks the one-time code. It returns false instead of refusing, because a refusal would roll back the counted
 * attempt.
 */
export async function proveAttestationPhone(
  tx: Tx,
  account: AccountId,
  secret: string,
  { phone, code, now }: Phone & { code: string },
): Promise<boolean> {
  try {
    await redeemCode(tx, secret, { phone, purpose: 'attestation', code, now })
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
  await tx
    .insertInto('attestationPhone')
    .values({ accountId: account, phone, provenAt: now })
    .onConflict(conflict => conflict.columns(['accountId', 'phone']).doUpdateSet({ provenAt: now }))
    .execute()
  return true
}

const since = (now: Date) => new Date(now.getTime() - limits.attestationPhoneHours * 3_600_000)

/** Whether this account recently verified the phone with a one-time code. */
export async function isPhoneProven(executor: Executor, account: AccountId, phone: string, now: Date): Promise<boolean> {
  return (await provenPhones(executor, account, now)).includes(phone)
}

/** Phones that this account recently verified with a one-time code. */
export async function provenPhones(executor: Executor, account: AccountId, now: Date): Promise<string[]> {
  const rows = await executor
    .selectFrom('attestationPhone')
    .select('phone')
    .where('accountId', '=', account)
    .where('provenAt', '>', since(now))
    .orderBy('provenAt', 'desc')
    .execute()
  return rows.map(row => row.phone)
}
