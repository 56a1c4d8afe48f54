import type { attestationCalls } from '#contract/attestation.ts'
import { attestationStates } from '#contract/attestation.ts'
import { type AttestationForm, emptyForm } from '#contract/attestation-form.ts'
import type { Got } from '#contract/call.ts'

export type Overview = Got<typeof attestationCalls.overview>
export type Submission = NonNullable<Overview['current']>
export type Paper = Submission['papers'][number]
export type PaperFacts = Omit<Paper, 'use'>

/** Where the account stands, in the words of the page's head. */
export function standingFacts({ standing, open, isRenewalDue, rejected, current }: Overview): {
  name: string
  tone: 'good' | 'waiting' | 'bad' | 'ended'
} {
  if (open?.state === 'reviewing') return { name: current ? '已认证，变更审核中' : '审核中', tone: 'waiting' }
  if (standing === 'lapsed') return { name: '证照已过期', tone: 'bad' }
  if (standing !== 'none') return isRenewalDue ? { name: '已认证，证照即将到期', tone: 'waiting' } : { name: '已认证', tone: 'good' }
  return rejected ? attestationStates.rejected : { name: '未认证', tone: 'ended' }
}

/** What a form begins with: what was left, what has to be mended, what holds, or nothing. */
export const firstForm = ({ open, rejected, current }: Overview): AttestationForm => {
  const known = open ?? rejected ?? current
  return known ? (known.form as AttestationForm) : emptyForm
}

export const papersKnown = ({ open, rejected, current }: Overview): Map<string, PaperFacts> =>
  new Map([current, rejected, open].flatMap(one => one?.papers ?? []).map(paper => [paper.fileId, paper]))
