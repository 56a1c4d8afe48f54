import type { accountProfileCalls, attestationCalls } from '#contract/account/attestation.ts'
import { type AttestationForm, emptyForm, secretFieldNames } from '#contract/account/attestation-form.ts'
import { attestationStatuses } from '#contract/account/capability.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import type { Tag } from '#ui/display/StateTag.tsx'
import { attestationStateTags } from '#ui/labels/account.ts'

export type Overview = CallAnswerWire<typeof attestationCalls.overview>
export type Submission = NonNullable<Overview['current']>
type Paper = Submission['papers'][number]
export type PaperFacts = Omit<Paper, 'use'>

type Stand = Pick<Overview, 'attestationStatus' | 'isRenewalDue'> & Record<'open' | 'rejected' | 'current', { state: string } | null>

/** The account's state for the page's header. */
export function attestationFacts({ attestationStatus, open, isRenewalDue, rejected, current }: Stand): Tag {
  if (open?.state === 'reviewing') return { name: current ? '已认证，变更审核中' : '审核中', tone: 'waiting' }
  if (attestationStatus === 'lapsed') return { name: '证照已过期', tone: 'bad' }
  if (attestationStatus !== 'none')
    return isRenewalDue ? { name: '已认证，证照即将到期', tone: 'waiting' } : { name: '已认证', tone: 'good' }
  return rejected ? attestationStateTags.rejected : { name: '未认证', tone: 'ended' }
}

export type Profile = CallAnswerWire<typeof accountProfileCalls.profile>

/** The same for the account's profile, with the account's kind once it is attested, and what can be done next. */
export function profileFacts(profile: Omit<Stand, 'rejected'> & { history: readonly { state: string }[] }): Tag & { act: string } {
  const { attestationStatus, isRenewalDue, open, history } = profile
  const [latest] = history
  const rejected = open === null && latest?.state === 'rejected' ? latest : null
  const { name, tone } = attestationFacts({ ...profile, rejected })
  if (open?.state === 'reviewing') return { name, tone, act: '查看申请' }
  if (attestationStatus === 'none') return { name, tone, act: rejected ? '修改后重新提交' : open ? '继续填写' : '去认证' }
  return { name: attestationStatuses[attestationStatus].name, tone, act: isRenewalDue ? '更新证照' : '变更认证主体' }
}

/** Initial values of the form: the draft, the returned submission, the valid attestation, or empty. */
export const firstForm = ({ open, rejected, current }: Overview): AttestationForm => {
  const known = open ?? rejected ?? current
  return known ? known.form : emptyForm
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
