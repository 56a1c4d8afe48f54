import { codeJob, findLogin, type VisitorPurpose } from '#domain/identity/index.ts'
import { type PlatformTemplateCode, sendPlatformMessage } from '#domain/messages/index.ts'
import { limits } from '#values/limits.ts'
import type { JobTask } from './task.ts'

/** Templates by purpose, for numbers with and without an account. Null: nothing is sent. */
const templates: Record<VisitorPurpose, { known: PlatformTemplateCode | null; unknown: PlatformTemplateCode | null }> = {
  register: { known: 'SMS_100004', unknown: 'SMS_100001' },
  'sign-in': { known: 'SMS_100002', unknown: null },
  recovery: { known: 'SMS_100003', unknown: null },
  // Recipients of a customer's marketing have no account here.
  'opt-out': { known: 'SMS_100006', unknown: 'SMS_100006' },
}

/**
 * Sends the answer to a visitor's request for a one-time code: the code, a text that the number already has an account,
 * or nothing. A code that expired while the job waited isn't sent. A job that is killed after sending sends the same
 * code again.
 */
export const sendCode: JobTask = async (payload, { db, now }) => {
  const { phone, purpose, code, issuedAtMs } = codeJob.parse(payload)
  const at = now()
  if (at.getTime() - issuedAtMs >= limits.oneTimeCodeMinutes * 60_000) return
  const { isKnown } = await findLogin(db, phone)
  const templateCode = templates[purpose][isKnown ? 'known' : 'unknown']
  if (templateCode) await sendPlatformMessage(db, { phone, templateCode, parameters: { code }, now: at })
}
