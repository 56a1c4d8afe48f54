import type { attestationCalls } from '#contract/account/attestation.ts'
import { attestationStates } from '#contract/account/attestation.ts'
import { type AttestationForm, emptyForm, secretFieldNames } from '#contract/account/attestation-form.ts'
import type { CallAnswerWire } from '#contract/call.ts'

export type Overview = CallAnswerWire<typeof attestationCalls.overview>
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

/** What was typed and not saved, as this tab keeps it over a reload: everything but the numbers of identity cards, masked ones included. */
export interface Typed {
  accountId: string
  /** What the form began with: another version of it is not written over. */
  version: string
  form: Partial<AttestationForm>
  papers: PaperFacts[]
}
export const typedName = 'attestation'
const versionOf = ({ open, rejected, current }: Overview): string => {
  const known = open ?? rejected ?? current
  return known ? `${known.attestationId} ${known.updatedAt}` : ''
}

/** A number that was changed is asked for again; one that wasn't comes from the server, as before. */
export function typedOf(accountId: string, overview: Overview, form: AttestationForm, papers: Iterable<PaperFacts>): Typed {
  const first = firstForm(overview)
  const kept: Partial<AttestationForm> = { ...form }
  for (const field of secretFieldNames) {
    if (form[field] === first[field]) delete kept[field]
    else kept[field] = ''
  }
  return { accountId, version: versionOf(overview), form: kept, papers: [...papers] }
}

/** What was typed, if it is this account's and goes with what the server has. */
export const typedFor = (accountId: string, overview: Overview, typed: Typed | null): Typed | null =>
  typed?.accountId === accountId && typed.version === versionOf(overview) ? typed : null
