import type { CallAnswerWire } from '#contract/call.ts'
import type { adminReviewCalls } from '#contract/content/admin-review.ts'
import { composeContent, renderTemplate } from '#contract/content/template-text.ts'
import { exampleOf } from '#contract/variable-example.ts'

export type Waiting = CallAnswerWire<typeof adminReviewCalls.queue>['rows'][number]
export type ReviewContext = CallAnswerWire<typeof adminReviewCalls.context>

/** Identifies one submission: a resubmission of the same object is another. */
export const keyOf = (row: Waiting) => `${row.objectId} ${row.submittedAt}`
export const titleOf = (row: Waiting) => (row.template ? row.template.name : `【${row.text}】`)
export const targetOf = ({ object, objectId, accountId, submittedAt }: Waiting) => ({ object, objectId, accountId, submittedAt })

const sampleText = '您的验证码是386072，5分钟内有效，请勿告诉他人。'

/** The text as on a phone: a signature with a sample, a template with one of the account's signatures. */
export function previewOf(row: Waiting, signatureText: string) {
  if (!row.template) return [{ content: composeContent(row.text, sampleText, 'otp') }]
  const { kind, variables } = row.template
  const samples = variables.map(variable => exampleOf(variable, row.text))
  const filled = { label: '示例值', content: composeContent(signatureText, renderTemplate(row.text, variables, samples), kind) }
  return variables.length === 0 ? [filled] : [filled, { label: '变量名', content: composeContent(signatureText, row.text, kind) }]
}
