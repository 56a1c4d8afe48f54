import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { hmac, networkOf, passingKeyFor, takeOne } from '#domain/platform/index.ts'
import type { RateLimit } from '#values/limiter.ts'
import { limits } from '#values/limits.ts'

/** The purpose of a code; it is valid for this one only. */
export type CodePurpose =
  | 'register'
  | 'sign-in'
  | 'recovery'
  | 'broadcast'
  | 'export'
  | 'opt-out'
  | 'step-up'
  | 'phone'
  | 'second-factor'
  | 'attestation'
  | 'alert-contact'

const minuteMs = 60_000
const perPhone = (perHour: number, perDay: number): readonly RateLimit[] => [
  { windowMs: minuteMs, most: limits.oneTimeCodesPerMinute },
  { windowMs: 60 * minuteMs, most: perHour },
  { windowMs: 24 * 60 * minuteMs, most: perDay },
]
const perVisitorPhone = perPhone(limits.oneTimeCodesPerHour, limits.oneTimeCodesPerDay)
/**
 * Signed-in members prove acts by the phone that they signed in with: a day of work has many, and what strangers ask
 * for with that number must not use them up.
 */
const perMemberPhone = perPhone(limits.memberCodesPerHour, limits.memberCodesPerDay)
const memberPurposes: ReadonlySet<CodePurpose> = new Set(['step-up', 'broadcast', 'export'])
/** Stricter limits for single purposes, besides those over all purposes. */
const perPurpose: Partial<Record<CodePurpose, RateLimit>> = {
  'opt-out': { windowMs: 24 * 60 * minuteMs, most: limits.optOutCodesPerDay },
}
const perAddress: RateLimit = { windowMs: 60 * minuteMs, most: limits.oneTimeCodesPerAddressHour }

const digest = (secret: string, phone: string, purpose: CodePurpose, code: string) =>
  hmac(passingKeyFor(secret, 'one-time-code'), `${purpose}/${phone}/${code}`)

/**
 * One-time codes: creates a code for a number and purpose and voids an older one. Stores only its HMAC; the caller
 * sends the digits. Refuses `code_limited` beyond the rate limits of the number, which members' acts have apart from
 * all other purposes, or those of the client's network, whether or not the number has an account; a refused request
 * consumes none.
 */
export async function issueCode(
  db: Executor,
  secret: string,
  input: { phone: string; purpose: CodePurpose; address: string; now: Date },
): Promise<string> {
  const { phone, purpose, address, now } = input
  const own = perPurpose[purpose]
  const counters = memberPurposes.has(purpose)
    ? perMemberPhone.map(limit => ({ key: `code-member:${phone}:${limit.windowMs}`, limit }))
    : [
        ...(own ? [{ key: `code-${purpose}:${phone}`, limit: own }] : []),
        { key: `code-address:${networkOf(address)}`, limit: perAddress },
        ...perVisitorPhone.map(limit => ({ key: `code-phone:${phone}:${limit.windowMs}`, limit })),
      ]
  await takeOne(db, counters, now, waitMs => refuse('code_limited', { seconds: Math.ceil(waitMs / 1000), wait: waitText(waitMs) }))
  const code = String(randomInt(10 ** limits.oneTimeCodeDigits)).padStart(limits.oneTimeCodeDigits, '0')
  const row = {
    codeHmac: digest(secret, phone, purpose, code),
    createdAt: now,
    expiresAt: new Date(now.getTime() + limits.oneTimeCodeMinutes * minuteMs),
    tries: 0,
    spentAt: null,
  }
  await db
    .insertInto('oneTimeCode')
    .values({ phone, purpose, ...row })
    .onConflict(conflict => conflict.columns(['phone', 'purpose']).doUpdateSet(row))
    .execute()
  return code
}

const waitText = (waitMs: number) => {
  const seconds = Math.ceil(waitMs / 1000)
  if (seconds <= 120) return `${seconds}秒`
  return seconds <= 7200 ? `${Math.ceil(seconds / 60)}分钟` : `${Math.ceil(seconds / 3600)}小时`
}

interface GivenCode {
  phone: string
  purpose: CodePurpose
  code: string
  now: Date
}

/**
 * Verifies and consumes a code. Refuses `code_invalid` with one text if it is wrong, older than five minutes, used, or
 * was tried five times.
 */
export async function redeemCode(db: Executor, secret: string, input: GivenCode): Promise<void> {
  await tryCode(db, secret, input)
  await consumeCode(db, secret, input)
}

/** Verifies a code, which counts as one of its five attempts; `consumeCode` must follow. Refuses like `redeemCode`. */
export async function tryCode(db: Executor, secret: string, { phone, purpose, code, now }: GivenCode): Promise<void> {
  // Counts the attempt before comparing, in one statement, so that concurrent guesses share the five.
  const { rows } = await sql<{ codeHmac: Buffer }>`
    update one_time_code set tries = tries + 1
    where phone = ${phone} and purpose = ${purpose} and spent_at is null and expires_at > ${now} and tries < ${limits.oneTimeCodeTries}
    returning code_hmac`.execute(db)
  const expected = rows[0]?.codeHmac
  const given = digest(secret, phone, purpose, code)
  if (!expected || !timingSafeEqual(expected, given)) refuse('code_invalid')
}

/**
 * Consumes a verified code; only the first caller succeeds. In a transaction, it is atomic with the act that the code
 * authorizes.
 */
export async function consumeCode(executor: Executor, secret: string, { phone, purpose, code, now }: GivenCode): Promise<void> {
  const spent = await executor
    .updateTable('oneTimeCode')
    .set({ spentAt: now })
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('codeHmac', '=', digest(secret, phone, purpose, code))
    .where('spentAt', 'is', null)
    .returning('phone')
    .executeTakeFirst()
  if (!spent) refuse('code_invalid')
}
