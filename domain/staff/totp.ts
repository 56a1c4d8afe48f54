import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { newTotpSecret, totpStep, totpUri } from '#domain/identity/index.ts'
import { decrypt, type EncryptedTable, encrypt, forgetCount, takeOne } from '#domain/platform/index.ts'
import { limits } from '#values/limits.ts'

const contextOf = (staffId: string) => `staff-totp:${staffId}`
export const encryptedStaffTotp: EncryptedTable = {
  table: 'staff',
  keys: ['staffId'],
  columns: { totpSecret: contextOf, totpDraft: contextOf },
}
const lock = { windowMs: limits.loginLockMinutes * 60_000, most: limits.loginFailuresBeforeLock }

/** Verifies and spends a code of the person's authenticator (TOTP): valid now, and not used before. */
export async function verifyStaffTotp(
  executor: Executor,
  secret: string,
  { staffId, encrypted, code, now }: { staffId: string; encrypted: Buffer; code: string; now: Date },
): Promise<boolean> {
  const step = totpStep(decrypt(secret, contextOf(staffId), encrypted), code, now)
  if (step === null) return false
  const { rows } = await sql`
    update staff set totp_step = ${step} where staff_id = ${staffId} and (totp_step is null or totp_step < ${step}) returning staff_id`.execute(
    executor,
  )
  return rows.length > 0
}

/**
 * Creates a new authenticator secret for a person who has proven the password; the current one stays until the first
 * code of the new one.
 */
export async function enrollStaffTotp(
  tx: Tx,
  secret: string,
  { staffId, login }: { staffId: string; login: string },
): Promise<{ secret: string; uri: string }> {
  const totp = newTotpSecret()
  await tx
    .updateTable('staff')
    .set({ totpDraft: encrypt(secret, contextOf(staffId), totp) })
    .where('staffId', '=', staffId)
    .execute()
  return { secret: totp, uri: totpUri(totp, { issuer: '鸿雁运营后台', label: login }) }
}

/**
 * Confirms a new authenticator by its first code; false: wrong, which counts as a try. Refuses `state_forbids`,
 * `too_many_requests`.
 */
export async function confirmStaffTotp(
  tx: Tx,
  secret: string,
  { staffId, code, now }: { staffId: string; code: string; now: Date },
): Promise<boolean> {
  const { totpDraft: draft } = await tx
    .selectFrom('staff')
    .select('totpDraft')
    .where('staffId', '=', staffId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!draft) refuse('state_forbids', { state: '未开始绑定', action: '完成绑定' })
  const counter = { key: `staff-totp-setup:${staffId}`, limit: lock }
  await takeOne(tx, [counter], now, waitMs => refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) }))
  const step = totpStep(decrypt(secret, contextOf(staffId), draft), code, now)
  if (step === null) return false
  await forgetCount(tx, counter.key)
  await tx.updateTable('staff').set({ totpSecret: draft, totpDraft: null, totpStep: step }).where('staffId', '=', staffId).execute()
  return true
}
