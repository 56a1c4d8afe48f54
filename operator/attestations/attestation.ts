import type { Got } from '#contract/call.ts'
import { operatorAttestationCalls } from '#contract/operator-attestation.ts'
import { operatorHomeCalls } from '#contract/operator-home.ts'

export type AttestationRow = Got<typeof operatorAttestationCalls.queue>['rows'][number]
export type Attestation = Got<typeof operatorAttestationCalls.one>

/** One submission: the same taken back and handed in anew is another. */
export const keyOf = (row: Pick<AttestationRow, 'attestationId' | 'submittedAt'>) => `${row.attestationId} ${row.submittedAt}`
export const targetOf = ({ accountId, attestationId, submittedAt }: AttestationRow) => ({
  accountId,
  attestationId,
  submittedAt: submittedAt!,
})

/** Answers that a decision makes untrue. */
export const attestationAnswers = [
  operatorAttestationCalls.queue,
  operatorAttestationCalls.list,
  operatorAttestationCalls.one,
  operatorHomeCalls.overview,
]

export const sameWords = { subject: '同一主体', handler: '同一经办人', phone: '同一手机号', picture: '相同的图片' } as const
