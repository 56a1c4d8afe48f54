import type { attestationCalls } from '#contract/account/attestation.ts'
import { type AttestationForm, emptyForm, secretFieldNames } from '#contract/account/attestation-form.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { attestationStateTags } from '#ui/labels/account.ts'
import type { Tag } from '#ui/StateTag.tsx'

export type Overview = CallAnswerWire<typeof attestationCalls.overview>
export type Submission = NonNullable<Overview['current']>
type Paper = Submission['papers'][number]
export type PaperFacts = Omit<Paper, 'use'>

/** The account's state for the page's header. */
export function attestationFacts({ attestationStatus, open, isRenewalDue, rejected, current }: Overview): Tag {
  if (open?.state === 'reviewing') return { name: current ? '已认证，变更审核中' : '审核中', tone: 'waiting' }
  if (attestationStatus === 'lapsed') return { name: '证照已过期', tone: 'bad' }
  if (attestationStatus !== 'none')
    return isRenewalDue ? { name: '已认证，证照即将到期', tone: 'waiting' } : { name: '已认证', tone: 'good' }
  return rejected ? attestationStateTags.rejected : { name: '未认证', tone: 'ended' }
}

/** Initial values of the form: the draft, the returned submission, the valid attestation, or empty. */
export const firstForm = ({ open, rejected, current }: Overview): AttestationForm => {
  const known = open ?? rejected ?? current
  return known ? (known.form as AttestationForm) : emptyForm
}

export const papersKnown = ({ open, rejected, current }: Overview): Map<string, PaperFacts> =>
  new Map([current, rejected, open].flatMap(one => one?.papers ?? []).map(paper => [paper.fileId, paper]))

/** Unsaved input that this tab keeps across reloads: everything except identity card numbers, masked ones included. */
export interface Typed {
  accountId: string
  /** The version that the form started with: it doesn't overwrite another one. */
  version: string
  form: Partial<AttestationForm>
  papers: PaperFacts[]
}
export const typedName = 'attestation'
const versionOf = ({ open, rejected, current }: Overview): string => {
  const known = open ?? rejected ?? current
  return known ? `${known.attestationId} ${known.updatedAt}` : ''
}

/** A changed number must be retyped; an unchanged one comes from the server again. */
export function typedOf(accountId: string, overview: Overview, form: AttestationForm, papers: Iterable<PaperFacts>): Typed {
  const first = firstForm(overview)
  const kept: Partial<AttestationForm> = { ...form }
  for (const field of secretFieldNames) {
    if (form[field] === first[field]) delete kept[field]
    else kept[field] = ''
  }
  return { accountId, version: versionOf(overview), form: kept, papers: [...papers] }
}

/** The unsaved input, if it belongs to this account and matches the server's version. */
export const typedFor = (accountId: string, overview: Overview, typed: Typed | null): Typed | null =>
  typed?.accountId === accountId && typed.version === versionOf(overview) ? typed : null
