import type { BlacklistLevel, BlacklistScope } from '#contract/blacklist/blacklist.ts'
import { blacklistReasonRule } from '#contract/blacklist/blacklist.ts'
import { ruleMessage } from '#ui/form/form-rules.ts'

/** Scope of new entries in the form. */
export interface Place {
  level: BlacklistLevel
  signatureId: string | null
  scope: BlacklistScope
  reason: string
  /** The last day of validity, in the field's format; null: permanent. */
  lastDay: string | null
}

export const firstPlace: Place = { level: 'account', signatureId: null, scope: 'marketing', reason: '', lastDay: null }

const dayMs = 86_400_000

/** The end of a day in China; null for other text. */
function endOfDay(day: string): Date | null {
  const start = Date.parse(`${day}T00:00:00+08:00`)
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && start >= 0 ? new Date(start + dayMs) : null
}

/** Errors by field. */
export function placeProblems({ level, signatureId, reason, lastDay }: Place): {
  signature: string | null
  reason: string | null
  lastDay: string | null
} {
  const end = lastDay === null ? null : endOfDay(lastDay)
  return {
    signature: level === 'signature' && signatureId === null ? '请选择签名' : null,
    reason: ruleMessage(blacklistReasonRule, reason),
    lastDay: lastDay === null ? null : end === null ? '请选择到期日期' : end.getTime() <= Date.now() ? '到期日期须是今天或以后' : null,
  }
}

/** Input of the calls from a valid form. */
export const placeInput = ({ level, signatureId, scope, reason, lastDay }: Place) => ({
  signatureId: level === 'signature' ? signatureId : null,
  scope,
  reason,
  expiresAt: lastDay === null ? null : (endOfDay(lastDay)?.toISOString() ?? null),
})
