import { z } from 'zod'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/connect.ts'
import { enqueueJob } from '#domain/job.ts'
import type { PlatformTemplateCode } from '#domain/sms/platform-account.ts'
import { sendPlatformMessage } from '#domain/sms/platform-message.ts'
import { limits } from '#values/limits.ts'
import { spendCaptcha } from './captcha.ts'
import { findLogin } from './login.ts'
import { issueCode } from './one-time-code.ts'

/** What visitors ask codes for. */
export const visitorPurposes = ['register', 'sign-in', 'recovery'] as const
export type VisitorPurpose = (typeof visitorPurposes)[number]

/** Name of the job (jobs/send-code.ts) that sends what was asked for. */
export const sendCodeTask = 'send_code'

export interface CodeRequest {
  phone: string
  purpose: VisitorPurpose
  /** A solved captcha. */
  captcha: string
  address: string
  now: Date
}

/**
 * Has a code sent by a background job. Whether the number has an account is only asked there: the answer and its work here are the same for all numbers.
 * Refuses `captcha_required`, `captcha_invalid`, and `code_limited` beyond the limits.
 */
export async function requestCode(db: Db, secret: string, { phone, purpose, captcha, address, now }: CodeRequest): Promise<void> {
  if (!captcha) refuse('captcha_required')
  await spendCaptcha(db, secret, captcha, now)
  const code = await issueCode(db, secret, { phone, purpose, address, now })
  await enqueueJob(db, sendCodeTask, { phone, purpose, code, issuedAtMs: now.getTime() } satisfies CodeJob)
}

const codeJob = z.object({ phone: z.string(), purpose: z.enum(visitorPurposes), code: z.string(), issuedAtMs: z.number() })
type CodeJob = z.infer<typeof codeJob>

/** Templates by what is asked for: of a number with an account and of one without. Null: nothing is sent. */
const templates: Record<VisitorPurpose, { known: PlatformTemplateCode | null; unknown: PlatformTemplateCode | null }> = {
  register: { known: 'SMS_100004', unknown: 'SMS_100001' },
  'sign-in': { known: 'SMS_100002', unknown: null },
  recovery: { known: 'SMS_100003', unknown: null },
}

/**
 * Sends what a request for a code comes to: the code, a word that the number has an account already, or nothing. A code that has run out while the job
 * waited isn't sent.
 */
export async function sendRequestedCode(db: Db, payload: unknown, now: Date): Promise<void> {
  const { phone, purpose, code, issuedAtMs } = codeJob.parse(payload)
  if (now.getTime() - issuedAtMs >= limits.oneTimeCodeMinutes * 60_000) return
  const { isKnown } = await findLogin(db, phone)
  const templateCode = templates[purpose][isKnown ? 'known' : 'unknown']
  if (templateCode) await sendPlatformMessage(db, { phone, templateCode, parameters: { code }, now })
}
