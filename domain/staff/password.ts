import { refuse } from '#contract/refusals.ts'
import type { Db, Tx } from '#db/connect.ts'
import { refuseCommonPassword } from '#domain/account/common-password.ts'
import { hashPassword, verifyPassword } from '#domain/account/password.ts'
import { forgetCount, takeOne } from '#domain/account/rate-limit.ts'
import type { SessionOrigin } from '#domain/account/session.ts'
import { limits } from '#values/limits.ts'
import { openStaffSession } from './session.ts'
import { setStaffPassword } from './staff.ts'

const lock = { windowMs: limits.loginLockMinutes * 60_000, most: limits.loginFailuresBeforeLock }

/**
 * Gives a signed-in person the password of their choice; every other session ends, and the token of a new one is given. Refuses `password_wrong`,
 * `sign_in_locked` after five wrong tries, `password_common`. The tries are counted outside of the transaction, which a refusal undoes.
 */
export async function changeStaffPassword(
  db: Db,
  tx: Tx,
  staff: { staffId: string; login: string },
  input: SessionOrigin & { current: string; password: string },
): Promise<string> {
  const { now } = input
  const counter = { key: `staff-password:${staff.staffId}`, limit: lock }
  await takeOne(db, [counter], now, waitMs =>
    refuse('sign_in_locked', { minutes: Math.ceil(waitMs / 60_000), seconds: Math.ceil(waitMs / 1000) }),
  )
  const row = await tx.selectFrom('staff').select('password_hash').where('staff_id', '=', staff.staffId).executeTakeFirstOrThrow()
  if (!(await verifyPassword(row.password_hash, input.current))) refuse('password_wrong', {}, { current: '当前密码不正确' })
  refuseCommonPassword(input.password, [staff.login])
  await forgetCount(db, counter.key)
  await setStaffPassword(tx, staff.staffId, { passwordHash: await hashPassword(input.password), now })
  return openStaffSession(tx, staff.staffId, input)
}
