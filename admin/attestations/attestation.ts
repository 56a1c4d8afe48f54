import { adminAttestationCalls } from '#contract/account/admin-attestation.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminHomeCalls } from '#contract/home/admin-home.ts'

export type AttestationRow = CallAnswerWire<typeof adminAttestationCalls.queue>['rows'][number]
export type Attestation = CallAnswerWire<typeof adminAttestationCalls.one>

/** Identifies one submission: a resubmission of the same is another. */
export const keyOf = (row: Pick<AttestationRow, 'attestationId' | 'submittedAt'>) => `${row.attestationId} ${row.submittedAt}`
export const targetOf = ({ accountId, attestationId, submittedAt }: AttestationRow) => ({
  accountId,
  attestationId,
  submittedAt: submittedAt!,
})

/** Answers that a decision outdates. */
export const attestationAnswers = [
  adminAttestationCalls.queue,
  adminAttestationCalls.list,
  adminAttestationCalls.one,
  adminHomeCalls.overview,
]

export const sameWords = { subject: '同一主体', handler: '同一经办人', phone: '同一手机号', picture: '相同的图片' } as const
