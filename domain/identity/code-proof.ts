import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/connect.ts'
import { giveBack, networkOf, takeOne } from '#domain/platform/index.ts'
import { limits } from '#values/limits.ts'
import type { VisitorPurpose } from './code-request.ts'
import { tryCode } from './one-time-code.ts'
import type { SessionOrigin } from './session.ts'

const hourMs = 3_600_000

/**
 * Checks a visitor's one-time code; `consumeCode` must follow. Besides five attempts per code, wrong codes are limited
 * per network and hour. Refuses `code_invalid`, `too_many_requests`.
 */
export async function proveByCode(
  db: Db,
  secret: string,
  input: { phone: string; purpose: VisitorPurpose; code: string } & SessionOrigin,
): Promise<void> {
  const counter = { key: `code-from:${networkOf(input.address)}`, limit: { windowMs: hourMs, most: limits.codeFailuresPerAddressHour } }
  await takeOne(db, [counter], input.now, waitMs => refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) }))
  await tryCode(db, secret, input)
  await giveBack(db, [counter.key])
}
