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
    .set({ totpDraft: encryptTotp(secret, memberId, totp) })
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .execute()
  return { secret: totp, uri: totpUri(totp, { issuer: '鸿雁', label }) }
}

/**
 * Finishes setting up an authenticator with its first code; returns ten recovery codes, shown only once. Null: the code
 * is wrong, which counts as an attempt. Refuses `state_forbids` when none is being set up, `too_many_requests`.
 */
export async function finishTotp(tx: Tx, secret: string, account: AccountId, input: Whose & { code: string }): Promise<string[] | null> {
  const { memberId, code, now } = input
  const { totpDraft: draft } = await tx
    .selectFrom('member')
    .select('totpDraft')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
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
    .set({ secondFactor: 'totp', totpSecret: draft, totpDraft: null, totpStep: step })
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .execute()
  return renewRecoveryCodes(tx, secret, account, memberId)
}

/** Sets the second factor to SMS or none; deletes authenticator and recovery codes. */
export async function setFactor(tx: Tx, account: AccountId, memberId: string, factor: 'none' | 'sms'): Promise<void> {
  await tx
    .updateTable('member')
    .set({ secondFactor: factor, totpSecret: null, totpDraft: null, totpStep: null })
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .execute()
  await deleteRecoveryCodes(tx, account, memberId)
}

/** Sets whether an unknown browser needs a one-time code by SMS. */
export async function setNewDeviceCheck(tx: Tx, account: AccountId, memberId: string, checksNewDevice: boolean): Promise<void> {
  await tx.updateTable('member').set({ checksNewDevice }).where('accountId', '=', account).where('memberId', '=', memberId).execute()
}
