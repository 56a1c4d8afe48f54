import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { verifyPassword } from './password.ts'
import { countOf, countUp, forgetCount } from './rate-limit.ts'
import { openSession, type SessionOrigin } from './session.ts'

const lockMs = limits.loginLockMinutes * 60_000

/** Failures of a login are counted for every name, known or not: what is told never depends on whether it exists. */
const counterKey = (login: string) => `sign-in:${login.toLowerCase()}`

/**
 * Counts a try before its password is looked at, so that parallel guesses can't slip past the lock. Refuses `sign_in_locked`; a locked login's time
 * doesn't grow by trying on.
 */
async function takeTry(db: Db, login: string, now: Date): Promise<void> {
  const waitMs = await countUp(db, counterKey(login), { windowMs: lockMs, most: limits.loginFailuresBeforeLock }, now)
  if (waitMs > 0) refuse('sign_in_locked', { minutes: Math.ceil(waitMs / 60_000), seconds: Math.ceil(waitMs / 1000) })
}

/** Whether the next try of this login needs a solved captcha. */
export async function needsCaptcha(db: Db, login: string, now: Date): Promise<boolean> {
  return (await countOf(db, counterKey(login), now)) >= limits.loginFailuresBeforeCaptcha
}

export interface PasswordSignIn extends SessionOrigin {
  /** Login name or phone. */
  login: string
  password: string
}

/**
 * Signs in by login name or phone and password; gives the session's token. Refuses `sign_in_failed` in the same words and at the same cost for unknown
 * names, `sign_in_locked` after five failures for 15 minutes, `account_frozen` only to who knows the password.
 */
export async function signInByPassword(db: Db, input: PasswordSignIn): Promise<string> {
  const { login, now } = input
  await takeTry(db, login, now)
  const name = await db.selectFrom('login_name').selectAll().where('login', '=', login.toLowerCase()).executeTakeFirst()
  const account = (name?.account_id ?? null) as AccountId | null
  const found = account && name ? await findMember(db, account, name.member_id) : null
  const isRight = await verifyPassword(found?.password_hash ?? null, input.password)
  if (!found || !account || !isRight) {
    if (found && account) await record(db, account, found.member_id, 'sign_in', 'refused', input)
    refuse('sign_in_failed')
  }
  if (found.state !== 'active') refuse('account_frozen')
  await forgetCount(db, counterKey(login))
  await record(db, account, found.member_id, 'sign_in', 'ok', input)
  return openSession(db, account, found.member_id, input)
}

const findMember = (db: Db, account: AccountId, memberId: string) =>
  asAccount(db, account, tx =>
    tx
      .selectFrom('member')
      .innerJoin('account', 'account.account_id', 'member.account_id')
      .select(['member.member_id', 'member.password_hash', 'account.state'])
      .where('member.account_id', '=', account)
      .where('member.member_id', '=', memberId)
      .executeTakeFirst(),
  )

/** A line of the activity log, and for a sign-in the member's last one. */
async function record(
  db: Db,
  account: AccountId,
  memberId: string,
  action: string,
  result: 'ok' | 'refused',
  origin: SessionOrigin,
): Promise<void> {
  await asAccount(db, account, async tx => {
    await tx
      .insertInto('activity')
      .values({
        account_id: account,
        activity_id: newId(),
        member_id: memberId,
        action,
        result,
        address: origin.address,
        agent: origin.agent,
        at: origin.now,
      })
      .execute()
    if (result === 'ok')
      await tx
        .updateTable('member')
        .set({ last_sign_in_at: origin.now, last_sign_in_address: origin.address })
        .where('account_id', '=', account)
        .where('member_id', '=', memberId)
        .execute()
  })
}
