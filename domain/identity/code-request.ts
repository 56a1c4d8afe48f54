import { z } from 'zod'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/connect.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { spendCaptcha } from './captcha.ts'
import { issueCode } from './one-time-code.ts'

/** What visitors ask codes for. */
export const visitorPurposes = ['register', 'sign-in', 'recovery', 'opt-out'] as const
export type VisitorPurpose = (typeof visitorPurposes)[number]

/** Name of the job (jobs/send-code.ts) that sends what was asked for. */
const sendCodeTask = 'send_code'

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

/** What the job is told. */
export const codeJob = z.object({ phone: z.string(), purpose: z.enum(visitorPurposes), code: z.string(), issuedAtMs: z.number() })
type CodeJob = z.infer<typeof codeJob>
