import { z } from 'zod'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/connect.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { redeemCaptcha } from './captcha.ts'
import { issueCode } from './one-time-code.ts'

/** The purposes for which visitors request one-time codes. */
export const visitorPurposes = ['register', 'sign-in', 'recovery', 'opt-out'] as const
export type VisitorPurpose = (typeof visitorPurposes)[number]

/** The job that sends the code (jobs/send-code.ts). */
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
 * Enqueues a job that sends a one-time code. Only the job checks whether the number has an account, so answer and cost
 * here are the same for all numbers (no enumeration). Refuses `captcha_required`, `captcha_invalid`, and `code_limited`
 * beyond the limits.
 */
export async function requestCode(db: Db, secret: string, { phone, purpose, captcha, address, now }: CodeRequest): Promise<void> {
  if (!captcha) refuse('captcha_required')
  await redeemCaptcha(db, secret, captcha, now)
  const code = await issueCode(db, secret, { phone, purpose, address, now })
  await enqueueJob(db, sendCodeTask, { phone, purpose, code, issuedAtMs: now.getTime() } satisfies CodeJob)
}

/** Payload of the job. */
export const codeJob = z.object({ phone: z.string(), purpose: z.enum(visitorPurposes), code: z.string(), issuedAtMs: z.number() })
type CodeJob = z.infer<typeof codeJob>
