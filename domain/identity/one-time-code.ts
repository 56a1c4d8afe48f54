import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { hmac, keyFor, networkOf, type RateLimit, takeOne } from '#domain/platform/index.ts'
import { limits } from '#values/limits.ts'

/** What a code is for: one asked for one act opens no other. */
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
const perPhone: readonly RateLimit[] = [
  { windowMs: minuteMs, most: limits.oneTimeCodesPerMinute },
  { windowMs: 60 * minuteMs, most: limits.oneTimeCodesPerHour },
  { windowMs: 24 * 60 * minuteMs, most: limits.oneTimeCodesPerDay },
]
/** For some purposes a number gets fewer than over all of them. */
const perPurpose: Partial<Record<CodePurpose, RateLimit>> = {
  'opt-out': { windowMs: 24 * 60 * minuteMs, most: limits.optOutCodesPerDay },
}
const perAddress: RateLimit = { windowMs: 60 * minuteMs, most: limits.oneTimeCodesPerAddressHour }

const digest = (secret: string, phone: string, purpose: CodePurpose, code: string) =>
  hmac(keyFor(secret, 'one-time-code'), `${purpose}/${phone}/${code}`)

/**
 * A new code for a number and purpose; an older one is void. Only its HMAC is kept; the caller sends the digits. Refuses `code_limited` beyond the limits
 * of the number (over all purposes) or the asking network, whether or not anybody has the number; a refused request uses nothing of them up.
 */
export async function issueCode(
  db: Executor,
  secret: string,
  input: { phone: string; purpose: CodePurpose; address: string; now: Date },
): Promise<string> {
  const { phone, purpose, address, now } = input
  const own = perPurpose[purpose]
  const counters = [
    ...(own ? [{ key: `code-${purpose}:${phone}`, limit: own }] : []),
    { key: `code-address:${networkOf(address)}`, limit: perAddress },
    ...perPhone.map(limit => ({ key: `code-phone:${phone}:${limit.windowMs}`, limit })),
  ]
  await takeOne(db, counters, now, waitMs => refuse('code_limited', { seconds: Math.ceil(waitMs / 1000), wait: waitText(waitMs) }))
  const code = String(randomInt(10 ** limits.oneTimeCodeDigits)).padStart(limits.oneTimeCodeDigits, '0')
  const row = {
    code_hmac: digest(secret, phone, purpose, code),
    created_at: now,
    expires_at: new Date(now.getTime() + limits.oneTimeCodeMinutes * minuteMs),
    tries: 0,
    spent_at: null,
  }
  await db
    .insertInto('one_time_code')
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

/** Spends a code. Refuses `code_invalid` when it is wrong, five minutes old, spent, or was tried five times: in the same words for all. */
export async function spendCode(db: Executor, secret: string, input: GivenCode): Promise<void> {
  await tryCode(db, secret, input)
  await consumeCode(db, secret, input)
}

/** Looks whether a code is right, which counts as one of its five tries; `consumeCode` must follow. Refuses like `spendCode`. */
export async function tryCode(db: Executor, secret: string, { phone, purpose, code, now }: GivenCode): Promise<void> {
  // The try is counted before the code is looked at, in one statement: parallel guesses share the five.
  const { rows } = await sql<{ code_hmac: Buffer }>`
    update one_time_code set tries = tries + 1
    where phone = ${phone} and purpose = ${purpose} and spent_at is null and expires_at > ${now} and tries < ${limits.oneTimeCodeTries}
    returning code_hmac`.execute(db)
  const expected = rows[0]?.code_hmac
  const given = digest(secret, phone, purpose, code)
  if (!expected || !timingSafeEqual(expected, given)) refuse('code_invalid')
}

/** Uses a code up that was found right: only the first who does so gets past. In a transaction, what the code was for happens together with it. */
export async function consumeCode(executor: Executor, secret: string, { phone, purpose, code, now }: GivenCode): Promise<void> {
  const spent = await executor
    .updateTable('one_time_code')
    .set({ spent_at: now })
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('code_hmac', '=', digest(secret, phone, purpose, code))
    .where('spent_at', 'is', null)
    .returning('phone')
    .executeTakeFirst()
  if (!spent) refuse('code_invalid')
}
