import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { recordAuditLog } from './audit-log.ts'
import { isKnownDevice } from './device.ts'
import { type FoundMember, findMember, type Named } from './login.ts'
import { issueCode } from './one-time-code.ts'
import { proveBySms, proveByTotp } from './second-factor.ts'
import { openSession, type SessionOrigin, type SessionProof } from './session.ts'

/** A code that is still owed after the first proof. */
export interface Challenge {
  /** The challenge's own token: it opens nothing without the code. */
  token: string
  factor: 'sms' | 'totp'
  /** Asked for since nobody has signed in here with this name before. */
  isNewDevice: boolean
  phone: string
}
export type Entry = { token: string; challenge: null } | { token: null; challenge: Challenge }

const digest = (token: string) => createHash('sha256').update(token).digest()

/** What a first proof leaves to be proven. A code by SMS has proven the phone. */
async function owed(db: Db, name: Named, found: FoundMember, by: 'password' | 'code', origin: SessionOrigin) {
  if (found.second_factor === 'totp') return { factor: 'totp' as const, isNewDevice: false }
  if (by === 'code') return null
  if (found.second_factor === 'sms') return { factor: 'sms' as const, isNewDevice: false }
  if (!found.checks_new_device) return null
  const isKnown = await asAccount(db, name.account, tx => isKnownDevice(tx, name.account, name.memberId, origin.device))
  return isKnown ? null : { factor: 'sms' as const, isNewDevice: true }
}

/** Lets a member in whose password or code was right, or says which code is owed besides. */
export async function enterOrChallenge(
  db: Db,
  name: Named,
  found: FoundMember,
  by: 'password' | 'code',
  origin: SessionOrigin,
): Promise<Entry> {
  const more = await owed(db, name, found, by, origin)
  if (!more) return { token: await openSession(db, name, by, origin), challenge: null }
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sign_in_challenge')
    .values({
      token_hash: digest(token),
      account_id: name.account,
      member_id: name.memberId,
      login: name.login,
      factor: more.factor,
      is_new_device: more.isNewDevice,
      created_at: origin.now,
      expires_at: new Date(origin.now.getTime() + limits.signInChallengeMinutes * 60_000),
    })
    .execute()
  return { token: null, challenge: { token, ...more, phone: found.phone } }
}

/** Whom a challenge is of. Refuses `challenge_ended` for one that is unknown, old, or was tried too often. */
async function readChallenge(db: Db, token: string, now: Date) {
  const row = await db
    .selectFrom('sign_in_challenge')
    .selectAll()
    .where('token_hash', '=', digest(token))
    .where('expires_at', '>', now)
    .where('tries', '<', limits.secondFactorTries)
    .executeTakeFirst()
  if (!row) refuse('challenge_ended')
  const name: Named = { login: row.login, isKnown: true, account: row.account_id as AccountId, memberId: row.member_id }
  const found = await findMember(db, name)
  if (found?.state !== 'active') refuse('challenge_ended')
  return { name, found, factor: row.factor as 'sms' | 'totp' }
}

/** A code for a challenge, to be sent to the member's number. Refuses `challenge_ended`, `code_limited`. */
export async function requestChallengeCode(
  db: Db,
  secret: string,
  input: { token: string; address: string; now: Date },
): Promise<{ phone: string; code: string }> {
  const { found, factor } = await readChallenge(db, input.token, input.now)
  if (factor !== 'sms') refuse('challenge_ended')
  const { phone } = found
  return { phone, code: await issueCode(db, secret, { phone, purpose: 'second-factor', address: input.address, now: input.now }) }
}

/**
 * The second proof of a sign-in; gives the session's token. A challenge is good for five tries, and for one session. Refuses `second_factor_wrong`,
 * `challenge_ended`, `too_many_requests`.
 */
export async function answerChallenge(db: Db, secret: string, input: SessionOrigin & { token: string; code: string }): Promise<string> {
  const { token, code, now } = input
  const { name, found, factor } = await readChallenge(db, token, now)
  // Counted before the code is looked at: parallel guesses share the five.
  const { rows } = await sql`
    update sign_in_challenge set tries = tries + 1
    where token_hash = ${digest(token)} and tries < ${limits.secondFactorTries} returning token_hash`.execute(db)
  if (rows.length === 0) refuse('challenge_ended')
  const proof = await asAccount(db, name.account, async (tx): Promise<SessionProof | null> => {
    if (factor === 'totp') return proveByTotp(tx, secret, name.account, { memberId: name.memberId, code, now })
    return (await proveBySms(tx, secret, { phone: found.phone, purpose: 'second-factor', code, now })) ? 'code' : null
  })
  if (!proof) {
    await asAccount(db, name.account, tx =>
      recordAuditLog(tx, name, { action: 'sign_in', result: 'second_factor_wrong', detail: { by: factor } }, input),
    )
    refuse('second_factor_wrong', {}, { code: factor === 'totp' ? '验证码不正确，或已经用过' : '验证码错误或已失效' })
  }
  const used = await db.deleteFrom('sign_in_challenge').where('token_hash', '=', digest(token)).returning('token_hash').executeTakeFirst()
  if (!used) refuse('challenge_ended')
  return openSession(db, name, proof, input)
}
