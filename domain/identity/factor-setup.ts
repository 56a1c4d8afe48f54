import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { forgetCount, takeOne } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { deleteRecoveryCodes, renewRecoveryCodes } from './recovery-code.ts'
import { decryptTotp, encryptTotp } from './second-factor.ts'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'

interface Whose {
  memberId: string
  now: Date
}

/** Creates an authenticator secret (TOTP), which takes effect with its first code. The one in use stays until then. */
export async function beginTotp(
  tx: Tx,
  secret: string,
  account: AccountId,
  { memberId, label }: { memberId: string; label: string },
): Promise<{ secret: string; uri: string }> {
  const totp = newTotpSecret()
  await tx
    .updateTable('member')
    .set({ totp_draft: encryptTotp(secret, memberId, totp) })
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .execute()
  return { secret: totp, uri: totpUri(totp, { issuer: '鸿雁', label }) }
}

/**
 * Finishes setting up an authenticator with its first code; returns ten recovery codes, shown only once. Null: the code
 * is wrong, which counts as an attempt. Refuses `state_forbids` when none is being set up, `too_many_requests`.
 */
export async function finishTotp(tx: Tx, secret: string, account: AccountId, input: Whose & { code: string }): Promise<string[] | null> {
  const { memberId, code, now } = input
  const { totp_draft: draft } = await tx
    .selectFrom('member')
    .select('totp_draft')
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!draft) refuse('state_forbids', { state: '未开始绑定', action: '完成绑定' })
  const counter = { key: `totp-setup:${memberId}`, limit: { windowMs: limits.loginLockMinutes * 60_000, most: limits.secondFactorTries } }
  await takeOne(tx, [counter], now, waitMs => refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) }))
  const step = totpStep(decryptTotp(secret, memberId, draft), code, now)
  if (step === null) return null
  await forgetCount(tx, counter.key)
  await tx
    .updateTable('member')
    .set({ second_factor: 'totp', totp_secret: draft, totp_draft: null, totp_step: step })
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .execute()
  return renewRecoveryCodes(tx, secret, account, memberId)
}

/** Sets the second factor to SMS or none; deletes authenticator and recovery codes. */
export async function setFactor(tx: Tx, account: AccountId, memberId: string, factor: 'none' | 'sms'): Promise<void> {
  await tx
    .updateTable('member')
    .set({ second_factor: factor, totp_secret: null, totp_draft: null, totp_step: null })
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .execute()
  await deleteRecoveryCodes(tx, account, memberId)
}

/** Sets whether an unknown browser needs a one-time code by SMS. */
export async function setNewDeviceCheck(tx: Tx, account: AccountId, memberId: string, checksNewDevice: boolean): Promise<void> {
  await tx
    .updateTable('member')
    .set({ checks_new_device: checksNewDevice })
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .execute()
}
