import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { countsOf, forgetCount, giveBack, networkOf, type RateLimit, takeOne, verifyPassword } from '#domain/platform/index.ts'
import { limits } from '#values/limits.ts'
import { recordAuditLog } from './audit-log.ts'
import { spendCaptcha } from './captcha.ts'
import { findLogin, findMember, type Named } from './login.ts'
import { notingRefusals } from './refused-sign-in.ts'
import type { SessionOrigin } from './session.ts'
import { type Entry, enterOrChallenge } from './sign-in-challenge.ts'

const hourly: RateLimit = { windowMs: 3_600_000, most: limits.loginFailuresPerHour }
const lock: RateLimit = { windowMs: limits.loginLockMinutes * 60_000, most: limits.loginFailuresBeforeLock }

/**
 * Failures are counted three times. For a member at a network: these lock, so that nobody locks a member out from elsewhere. For a member from everywhere
 * and for a network over all names: these ask for a captcha, and end at a bound that no person reaches. A member is one by all names that sign in; an
 * unknown name is counted like one.
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

/** Counts a try before its password is looked at, so that parallel guesses can't slip past the lock; a locked login's time doesn't grow by trying on. */
const takeTry = (db: Db, counters: Counters, now: Date) =>
  takeOne(db, Object.values(counters), now, waitMs =>
    refuse('sign_in_locked', { minutes: Math.ceil(waitMs / 60_000), seconds: Math.ceil(waitMs / 1000) }),
  )

/** After a sign-in by other proof, the failures at this network no longer count. */
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
 * Signs in by login name or phone and password; gives the session's token, or what is asked for besides. Refuses `sign_in_failed` in the same words and at the same cost for unknown
 * names, `captcha_required` after three failures, `sign_in_locked` after five for 15 minutes, `account_frozen` only to who knows the password.
 */
export async function signInByPassword(db: Db, secret: string, input: PasswordSignIn): Promise<Entry> {
  const name = await findLogin(db, input.login)
  return notingRefusals(db, name, 'password', input, () => prove(db, secret, name, input))
}

async function prove(db: Db, secret: string, name: Named, input: PasswordSignIn): Promise<Entry> {
  const { now } = input
  const counters = countersOf(name.isKnown ? name.memberId : name.login, input.address)
  if (input.captcha) await spendCaptcha(db, secret, input.captcha, now)
  else if (await needsCaptcha(db, counters, now)) refuse('captcha_required')
  await takeTry(db, counters, now)
  const found = await findMember(db, name)
  const isRight = await verifyPassword(found?.password_hash ?? null, input.password).catch(async (error: unknown) => {
    // Nothing was looked at: it was too busy.
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
