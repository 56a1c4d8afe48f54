import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { limits } from '#values/limits.ts'
import { recordAuditLog } from './audit-log.ts'
import { isKnownDevice } from './device.ts'
import { type FoundMember, findMember, type Named } from './login.ts'
import { issueCode } from './one-time-code.ts'
import { proveBySms, proveByTotp } from './second-factor.ts'
import { openSession, type SessionOrigin, type SessionProof } from './session.ts'

/** A second step still required after the first proof. */
interface Challenge {
  /** The challenge's token; it signs nobody in without the code. */
  token: string
  factor: 'sms' | 'totp'
  /** Required because this browser is new for the member. */
  isNewDevice: boolean
  phone: string
}
export type Entry = { token: string; challenge: null } | { token: null; challenge: Challenge }

const digest = (token: string) => createHash('sha256').update(token).digest()

/** The proof still required after the first one. An SMS code has already proven the phone. */
async function owed(db: Db, name: Named, found: FoundMember, by: 'password' | 'code', origin: SessionOrigin) {
  if (found.secondFactor === 'totp') return { factor: 'totp' as const, isNewDevice: false }
  if (by === 'code') return null
  if (found.secondFactor === 'sms') return { factor: 'sms' as const, isNewDevice: false }
  if (!found.checksNewDevice) return null
  const isKnown = await asAccount(db, name.account, tx => isKnownDevice(tx, name.account, name.memberId, origin.device))
  return isKnown ? null : { factor: 'sms' as const, isNewDevice: true }
}

/** Signs in a member after the first proof, or returns the challenge for the second. */
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
    .insertInto('signInChallenge')
    .values({
      tokenHash: digest(token),
      accountId: name.account,
      memberId: name.memberId,
      login: name.login,
      factor: more.factor,
      isNewDevice: more.isNewDevice,
      createdAt: origin.now,
      expiresAt: new Date(origin.now.getTime() + limits.signInChallengeMinutes * 60_000),
    })
    .execute()
  return { token: null, challenge: { token, ...more, phone: found.phone } }
}

/** The subject of a challenge. Refuses `challenge_ended` if it is unknown, expired or has too many attempts. */
async function readChallenge(db: Db, token: string, now: Date) {
  const row = await db
    .selectFrom('signInChallenge')
    .selectAll()
    .where('tokenHash', '=', digest(token))
    .where('expiresAt', '>', now)
    .where('tries', '<', limits.secondFactorTries)
    .executeTakeFirst()
  if (!row) refuse('challenge_ended')
  const name: Named = { login: row.login, isKnown: true, account: row.accountId, memberId: row.memberId }
  const found = await findMember(db, name)
  if (found?.state !== 'active') refuse('challenge_ended')
  return { name, found, factor: row.factor }
}

/**
 * Creates a one-time code for a challenge, for the caller to send to the member's number. Refuses `challenge_ended`,
 * `code_limited`.
 */
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
 * Verifies the second step of a sign-in; returns the session's token. A challenge allows five attempts and one session.
 * Refuses `second_factor_wrong`, `challenge_ended`, `too_many_requests`.
 */
export async function answerChallenge(db: Db, secret: string, input: SessionOrigin & { token: string; code: string }): Promise<string> {
  const { token, code, now } = input
  const { name, found, factor } = await readChallenge(db, token, now)
  // Counted before comparing, so that concurrent guesses share the five.
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
  const used = await db.deleteFrom('signInChallenge').where('tokenHash', '=', digest(token)).returning('tokenHash').executeTakeFirst()
  if (!used) refuse('challenge_ended')
  return openSession(db, name, proof, input)
}
