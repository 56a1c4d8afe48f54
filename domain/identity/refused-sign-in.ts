import type { RefusalCode } from '#contract/refusals.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { countUp, networkOf } from '#domain/platform/index.ts'
import type { RateLimit } from '#values/limiter.ts'
import { limits } from '#values/limits.ts'
import { recordAuditLog } from './audit-log.ts'
import type { Named } from './login.ts'
import type { SessionOrigin } from './session.ts'

/** Refusals other than a wrong proof, which records its own line. */
const noted: readonly RefusalCode[] = ['sign_in_locked', 'captcha_required', 'captcha_invalid', 'account_frozen', 'too_many_requests']
const hourly: RateLimit = { windowMs: 3_600_000, most: limits.refusedLinesPerHour }

/**
 * Runs a sign-in and records a refusal by lock, captcha or frozen account in the audit log. Lines are limited per name,
 * network and hour, so that attempts can't flood the log.
 */
export async function recordingRefusals<T>(
  db: Db,
  name: Named,
  by: 'password' | 'code',
  origin: SessionOrigin,
  enter: () => Promise<T>,
): Promise<T> {
  try {
    return await enter()
  } catch (error) {
    if (error instanceof Refusal && noted.includes(error.code)) await recordRefused(db, name, { by, code: error.code }, origin)
    throw error
  }
}

async function recordRefused(db: Db, name: Named, { by, code }: { by: string; code: string }, origin: SessionOrigin): Promise<void> {
  const subject = name.isKnown ? name.memberId : name.login
  const waitMs = await countUp(db, `refused-line:${subject}@${networkOf(origin.address)}`, hourly, origin.now)
  if (waitMs > 0) return
  await asAccount(db, name.account, tx => recordAuditLog(tx, name, { action: 'sign_in', result: code, detail: { by } }, origin))
}
