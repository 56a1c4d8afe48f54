import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/connect.ts'
import type { SessionOrigin } from '#domain/identity/index.ts'
import { forgetCount, giveBack, networkOf, takeOne, verifyStaffPassword } from '#domain/platform/index.ts'
import type { RateLimit } from '#values/limiter.ts'
import { limits } from '#values/limits.ts'
import { recordStaffAct, type StaffAct } from './audit-log.ts'
import { openStaffSession } from './session.ts'
import { verifyStaffTotp } from './totp.ts'

const lock: RateLimit = { windowMs: limits.loginLockMinutes * 60_000, most: limits.loginFailuresBeforeLock }
const hourly: RateLimit = { windowMs: 3_600_000, most: limits.loginFailuresPerHour }

/**
 * Rate limits: five failures of a login from one network lock it there only, so that nobody is locked out from
 * elsewhere; failures of a login from everywhere, and of a network over all logins, have bounds that no person reaches.
 * The network of the last sign-in is free of the bound from everywhere, so that strangers can't lock anybody out of it.
 */
function countersOf(login: string, address: string, lastAddress: string | null) {
  const network = networkOf(address)
  const isUsual = lastAddress !== null && networkOf(lastAddress) === network
  return {
    here: { key: `staff-sign-in:${login}@${network}`, limit: lock },
    wide: [...(isUsual ? [] : [{ key: `staff-sign-in:${login}`, limit: hourly }]), { key: `staff-sign-in-from:${network}`, limit: hourly }],
  }
}

export interface StaffSignIn extends SessionOrigin {
  login: string
  password: string
  /** Code of the authenticator; empty until it is requested. */
  code: string
}

/**
 * Signs a member of staff in; returns the session's token. A try counts before its password is checked, for known and
 * unknown logins alike. Refuses `sign_in_failed` at the same cost for both, `staff_code_required` and
 * `second_factor_wrong` when the password is right and an authenticator is bound, `sign_in_locked` for 15 minutes after
 * five failures, `account_frozen` only when the password is right. Every checked try is a line of the staff audit log.
 */
export async function signInStaff(db: Db, secret: string, input: StaffSignIn): Promise<string> {
  const { now, address } = input
  const login = input.login.toLowerCase()
  const staff = await db.selectFrom('staff').selectAll().where('login', '=', login).executeTakeFirst()
  const line = (result: string): StaffAct => ({
    staffId: staff?.staffId ?? null,
    action: 'sign-in',
    object: staff ? login : masked(login),
    result,
    address,
    at: now,
  })
  const { here, wide } = countersOf(login, address, staff?.lastSignInAddress ?? null)
  await takeOne(db, [here, ...wide], now, waitMs =>
    refuse('sign_in_locked', { minutes: Math.ceil(waitMs / 60_000), seconds: Math.ceil(waitMs / 1000) }),
  )
  const giveAllBack = () =>
    giveBack(
      db,
      [here, ...wide].map(counter => counter.key),
    )
  const isRight = await verifyStaffPassword(staff?.passwordHash ?? null, input.password).catch(async (error: unknown) => {
    // The password wasn't checked: too busy.
    await giveAllBack()
    throw error
  })
  if (!staff || !isRight) {
    await recordStaffAct(db, line('sign_in_failed'))
    refuse('sign_in_failed')
  }
  if (staff.state !== 'active') {
    await recordStaffAct(db, line('account_frozen'))
    refuse('account_frozen')
  }
  if (staff.totpSecret) {
    if (input.code === '') {
      // The password was right: no guess to count.
      await giveAllBack()
      refuse('staff_code_required')
    }
    const isProven = await verifyStaffTotp(db, secret, { staffId: staff.staffId, encrypted: staff.totpSecret, code: input.code, now })
    if (!isProven) {
      await recordStaffAct(db, line('second_factor_wrong'))
      refuse('second_factor_wrong', {}, { code: '验证码不正确，或已经用过' })
    }
  }
  await forgetCount(db, here.key)
  await giveBack(
    db,
    wide.map(counter => counter.key),
  )
  await recordStaffAct(db, line('ok'))
  await db.updateTable('staff').set({ lastSignInAt: now, lastSignInAddress: address }).where('staffId', '=', staff.staffId).execute()
  return openStaffSession(db, staff.staffId, input, staff.totpSecret !== null)
}

/** People type passwords into the login field: of an unknown login only the first letters are stored. */
const masked = (login: string) => `${login.slice(0, 2)}****`
