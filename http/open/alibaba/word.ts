import { z } from 'zod'
import type { ReviewState } from '#contract/content/review-state.ts'
import type { MessageKind } from '#contract/content/template-text.ts'
import { fault } from '#contract/open/vendor-error.ts'

/**
 * Alibaba numbers template types in two ways: requests, details and OuterTemplateType use the first, lists the second.
 */
const kinds = { '0': 'otp', '1': 'transactional', '2': 'marketing' } as const
export const templateTypes: Record<MessageKind, number> = { otp: 0, transactional: 1, marketing: 2 }
export const listedTypes: Record<MessageKind, number> = { otp: 2, transactional: 0, marketing: 1 }

/** The message kind of a template type. Refuses the type for messages abroad. */
export const kindOfType = (type: string): MessageKind => (type in kinds ? kinds[type as keyof typeof kinds] : fault('foreign_unsupported'))

/**
 * Review state of a signature or template: a number in details, a word in lists (Alibaba spells the last one like
 * this).
 */
export const auditStates: Record<ReviewState, { number: number; word: string }> = {
  unsent: { number: 10, word: 'AUDIT_SATE_CANCEL' },
  draft: { number: 10, word: 'AUDIT_SATE_CANCEL' },
  reviewing: { number: 0, word: 'AUDIT_STATE_INIT' },
  approved: { number: 1, word: 'AUDIT_STATE_PASS' },
  rejected: { number: 2, word: 'AUDIT_STATE_NOT_PASS' },
  disabled: { number: 10, word: 'AUDIT_SATE_CANCEL' },
  deleted: { number: 10, word: 'AUDIT_SATE_CANCEL' },
}

const whole = (most: number) => z.coerce.number('须为整数').int('须为整数').min(1, '须大于0').max(most, `最大${most}`)
/** Pages count from one. */
export const pageOf = { page: whole(1_000_000), PageSize: whole(50) }
/** Page parameters of lists, where they are optional. */
export const listPage = { PageIndex: pageOf.page.default(1), PageSize: pageOf.PageSize.default(10) }
