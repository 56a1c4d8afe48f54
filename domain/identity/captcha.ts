import { createHash, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/connect.ts'
import { passingKeyFor } from '#domain/platform/index.ts'

/**
 * Proof of work (ALTCHA): a browser finds one number in this range in about a second, which a bot must spend for every
 * request.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 2_000, fewest: 150, most: 600 } as const
const validityMs = 10 * 60_000

const secretsOf = (secret: string) => ({
  hmacSignatureSecret: passingKeyFor(secret, 'captcha').toString('hex'),
  hmacKeySignatureSecret: passingKeyFor(secret, 'captcha-key').toString('hex'),
})

/**
 * Creates a signed captcha challenge, valid for ten minutes and one use, whose solution is a number. Stores nothing
 * until it is solved.
 */
export function makeCaptcha(secret: string, now: Date, counter = randomInt(work.fewest, work.most)): Promise<Challenge> {
  const { algorithm, cost } = work
  return createChallenge({ algorithm, cost, counter, deriveKey, data: { expiresAtMs: now.getTime() + validityMs }, ...secretsOf(secret) })
}

/**
 * Verifies and consumes a solved captcha, the JSON text from the browser. Refuses `captcha_invalid` if it is wrong,
 * expired or used.
 */
export async function redeemCaptcha(db: Db, secret: string, text: string, now: Date): Promise<void> {
  const payload = parse(text)
  const result = payload && (await verifySolution({ ...payload, deriveKey, ...secretsOf(secret) }).catch(() => null))
  // The expiry is in the signed data, because the library's own check reads the wall clock.
  const expiresAtMs = Number(payload?.challenge.parameters.data?.expiresAtMs)
  if (!payload || !result?.verified || !(expiresAtMs > now.getTime())) refuse('captcha_invalid')
  const captchaHash = createHash('sha256')
    .update(payload.challenge.signature ?? '')
    .digest()
  const spent = await db
    .insertInto('captchaSpent')
    .values({ captchaHash, expiresAt: new Date(now.getTime() + 2 * validityMs) })
    .onConflict(conflict => conflict.column('captchaHash').doNothing())
    .returning('captchaHash')
    .executeTakeFirst()
  if (!spent) refuse('captcha_invalid')
}

function parse(text: string): { challenge: Challenge; solution: Solution } | null {
  try {
    const value = JSON.parse(text) as { challenge?: Challenge; solution?: Solution } | null
    return value?.challenge && value.solution ? { challenge: value.challenge, solution: value.solution } : null
  } catch {
    return null
  }
}
