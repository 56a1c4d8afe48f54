import { refuse } from '#contract/refusals.ts'
import type { Db, Tx } from '#db/connect.ts'
import { refuseCommonPassword, type SessionOrigin } from '#domain/identity/index.ts'
import { forgetCount, hashStaffPassword, takeOne, verifyStaffPassword } from '#domain/platform/index.ts'
import { limits } from '#values/limits.ts'
import { openStaffSession } from './session.ts'
import { setStaffPassword } from './staff.ts'

const lock = { windowMs: limits.loginLockMinutes * 60_000, most: limits.loginFailuresBeforeLock }

/**
 * Step-up authentication: proves that a signed-in person knows the password, which was typed into `field`. Refuses
 * `password_wrong`, and `sign_in_locked` after five wrong tries. Runs outside of a transaction, since a refusal would
 * roll back the count.
 */
export async function proveStaffPassword(
  db: Db,
  { staffId, password, field, now }: { staffId: string; password: string; field: string; now: Date },
): Promise<void> {
  const counter = { key: `staff-password:${staffId}`, limit: lock }
  await takeOne(db, [counter], now, waitMs =>
    refuse('sign_in_locked', { minutes: Math.ceil(waitMs / 60_000), seconds: Math.ceil(waitMs / 1000) }),
  )
  const row = await db.selectFrom('staff').select('passwordHash').where('staffId', '=', staffId).executeTakeFirstOrThrow()
  if (!(await verifyStaffPassword(row.passwordHash, password))) refuse('password_wrong', {}, { [field]: '当前密码不正确' })
  await forgetCount(db, counter.key)
}

/**
 * Proves the current password and returns the hash of the new one, before the transaction that sets it. Refuses as
 * `proveStaffPassword`, and `password_common`.
 */
export async function prepareStaffPassword(
  db: Db,
  { staffId, login }: { staffId: string; login: string },
  { current, password, now }: { current: string; password: string; now: Date },
): Promise<string> {
  await proveStaffPassword(db, { staffId, password: current, field: 'current', now })
  refuseCommonPassword(password, [login])
  return hashStaffPassword(password)
}

/** Changes the password of a signed-in person; all other sessions end, and the token of a new one is returned. */
export async function changeStaffPassword(tx: Tx, staffId: string, input: SessionOrigin & { passwordHash: string }): Promise<string> {
  await setStaffPassword(tx, staffId, input)
  return openStaffSession(tx, staffId, input)
}
