import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { countsOf, forgetCount, giveBack, networkOf, takeOne, verifyPassword } from '#domain/platform/index.ts'
import type { RateLimit } from '#values/limiter.ts'
import { limits } from '#values/limits.ts'
import { recordAuditLog } from './audit-log.ts'
import { redeemCaptcha } from './captcha.ts'
import { findLogin, findMember, type Named } from './login.ts'
import { recordingRefusals } from './refused-sign-in.ts'
import type { SessionOrigin } from './session.ts'
import { type Entry, enterOrChallenge } from './sign-in-challenge.ts'

const hourly: RateLimit = { windowMs: 3_600_000, most: limits.loginFailuresPerHour }
const lock: RateLimit = { windowMs: limits.loginLockMinutes * 60_000, most: limits.loginFailuresBeforeLock }

/**
 * Failure counters of sign-in. Per member and network: locks, so that nobody can lock a member out from elsewhere. Per
 * member over all networks, and per network over all names: require a captcha, then refuse at a bound that no person
 * reaches. All login names of a member share counters; unknown names are counted alike.
 */
const countersOf = (subject: string, address: string) => ({
  here: { key: `sign-in:${subject}@${networkOf(address)}`, limit: lock },
  everywhere: { key: `sign-in:${subject}`, limit: hourly },
  network: { key: `sign-in-from:${networkOf(address)}`, limit: hourly },
})
type Counters = ReturnType<typeof countersOf>

async function needsCaptcha(db: Db, { here, everywhere, network }: Counters, now: Date): Promise<boolean> {
  const [failures = 0, ...wide] = await countsOf(db, [here.key, everywhere.key, network.key], now)
  return failures >= limits.loginFailuresBeforeCaptcha || wide.some(count => count >= limits.loginFailuresBeforeWideCaptcha)
}

/**
 * Counts an attempt before the password is checked, so that concurrent guesses can't bypass the lock. Attempts on a
 * locked login don't extend the lock.
 */
const countAttempt = (db: Db, counters: Counters, now: Date) =>
  takeOne(db, Object.values(counters), now, waitMs =>
    refuse('sign_in_locked', { minutes: Math.ceil(waitMs / 60_000), seconds: Math.ceil(waitMs / 1000) }),
  )

/** Resets the failures at this network after a sign-in by another proof. */
export async function purgeFailures(db: Db, memberId: string, address: string): Promise<void> {
  await forgetCount(db, countersOf(memberId, address).here.key)
}

export interface PasswordSignIn extends SessionOrigin {
  /** Login name or phone. */
  login: string
  password: string
  /** A solved captcha, or the empty text. */
  captcha: string
}

/**
 * Signs in with login name or phone and password; returns the session's token, or a challenge. Refuses `sign_in_failed`
 * (same text and cost for unknown names), `captcha_required` after three failures, `sign_in_locked` after five for 15
 * minutes, `account_frozen` only after a right password.
 */
export async function signInByPassword(db: Db, secret: string, input: PasswordSignIn): Promise<Entry> {
  const name = await findLogin(db, input.login)
  return recordingRefusals(db, name, 'password', input, () => prove(db, secret, name, input))
}

async function prove(db: Db, secret: string, name: Named, input: PasswordSignIn): Promise<Entry> {
  const { now } = input
  const counters = countersOf(name.isKnown ? name.memberId : name.login, input.address)
  if (input.captcha) await redeemCaptcha(db, secret, input.captcha, now)
  else if (await needsCaptcha(db, counters, now)) refuse('captcha_required')
  await countAttempt(db, counters, now)
  const found = await findMember(db, name)
  const isRight = await verifyPassword(found?.passwordHash ?? null, input.password).catch(async (error: unknown) => {
    // Overloaded: the password was not checked.
    await giveBack(
      db,
      Object.values(counters).map(counter => counter.key),
    )
    throw error
  })
  if (!found || !isRight) {
    await asAccount(db, name.account, tx =>
      recordAuditLog(tx, name, { action: 'sign_in', result: 'refused', detail: { by: 'password' } }, input),
    )
    refuse('sign_in_failed')
  }
  if (found.state !== 'active') refuse('account_frozen')
  await giveBack(db, [counters.everywhere.key, counters.network.key])
  await forgetCount(db, counters.here.key)
  return enterOrChallenge(db, name, found, 'password', input)
}
