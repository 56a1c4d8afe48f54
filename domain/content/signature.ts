import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { maySignature, type ReviewState, signatureCan } from '#contract/content/review-state.ts'
import type { SignatureKind, SignaturePurpose } from '#contract/content/signature.ts'
import { missingProofs } from '#contract/content/signature-proof.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { chinaDay } from '#values/china-time.ts'
import { errorCode } from '#values/error.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { checkSignature } from './check.ts'
import { type AttachedProof, attachProofs, proofsOf } from './proof.ts'
import { abandon, expedite, recordReviewStep, reenable, refuseStep, stateOf } from './review-step.ts'

const uniqueViolation = '23505'

interface SignatureContent {
  text: string
  kind: SignatureKind
  purpose: SignaturePurpose
  remark: string
  /** The last day of the owner's authorization. */
  authorizedUntil?: string | null
  /** All proofs from now on; undefined: none. */
  proofs?: readonly AttachedProof[]
  isSubmitted: boolean
  memberId: string
  now: Date
}
export interface SignatureState {
  signatureId: string
  state: ReviewState
}

/** A random number from `from` up to, not including, `below`. */
type Random = (from: number, below: number) => number

/**
 * Creates a signature with a sender number of its own, as a draft or submitted for review. Refuses `signature_taken` if
 * another one of the account has the same text in any letter case, `too_many`, and what the check at submission
 * refuses.
 */
export async function createSignature(
  tx: Tx,
  account: AccountId,
  input: SignatureContent,
  random: Random = randomInt,
): Promise<SignatureState> {
  const { count } = await tx
    .selectFrom('signature')
    .select(sql<number>`count(*)`.as('count'))
    .where('accountId', '=', account)
    .where('state', '<>', 'deleted')
    .executeTakeFirstOrThrow()
  if (count >= limits.signatures) refuse('too_many', { limit: limits.signatures, noun: '签名' })
  const signatureId = newId()
  const extension = await claimExtension(tx, account, signatureId, random)
  const made = await tx
    .insertInto('signature')
    .values({ accountId: account, signatureId, text: input.text, ...termsOf(input), state: 'draft', extension, createdAt: input.now })
    .onConflict(conflict => conflict.doNothing())
    .returning('signatureId')
    .executeTakeFirst()
  if (!made) refuseTaken(input.text)
  await attachProofs(tx, account, signatureId, input.proofs ?? [])
  return input.isSubmitted ? submitSignature(tx, account, { ...input, signatureId }) : { signatureId, state: 'draft' }
}

/** The columns about a signature's owner. */
const termsOf = ({ kind, purpose, authorizedUntil, remark }: SignatureContent) => ({
  kind,
  purpose,
  remark,
  authorizedUntil: purpose === 'other' ? (authorizedUntil ?? null) : null,
})

const refuseTaken = (text: string): never => refuse('signature_taken', { text }, { text: `签名“${text}”已存在` })

/**
 * Claims six digits unused by other signatures of the platform; they are never reused, so that late replies find the
 * right account.
 */
async function claimExtension(tx: Tx, account: AccountId, signatureId: string, random: Random): Promise<string> {
  for (let tries = 0; tries < 20; tries += 1) {
    const extension = String(random(100_000, 1_000_000))
    const claimed = await tx
      .insertInto('senderExtension')
      .values({ extension, accountId: account, signatureId })
      .onConflict(conflict => conflict.column('extension').doNothing())
      .returning('extension')
      .executeTakeFirst()
    if (claimed) return extension
  }
  throw new Error('no free extension found in 20 tries')
}

/** Turns a unique violation into a refusal; both roll the transaction back. */
const takenInstead = (text: string) => (error: unknown) => {
  if (errorCode(error) === uniqueViolation) refuseTaken(text)
  throw error
}

/** Changes a draft or a rejected signature. Refuses `state_forbids` in other states, `signature_taken`. */
export async function editSignature(
  tx: Tx,
  account: AccountId,
  input: SignatureContent & { signatureId: string },
): Promise<SignatureState> {
  const { signatureId, text } = input
  const state = await stateOf(tx, account, 'signature', signatureId)
  if (!maySignature('edit', state)) refuseStep(state, signatureCan.edit.name)
  await tx
    .updateTable('signature')
    .set({ text, ...termsOf(input) })
    .where('accountId', '=', account)
    .where('signatureId', '=', signatureId)
    .execute()
    .catch(takenInstead(text))
  await attachProofs(tx, account, signatureId, input.proofs ?? [])
  return input.isSubmitted ? submitSignature(tx, account, input) : { signatureId, state }
}

interface Act {
  signatureId: string
  memberId: string
  now: Date
}
const step = ({ signatureId, memberId, now }: Act) => ({ object: 'signature', objectId: signatureId, memberId, now }) as const

/** Submits a signature for review, with the findings of the automatic check. */
export async function submitSignature(tx: Tx, account: AccountId, act: Act): Promise<SignatureState> {
  const state = await stateOf(tx, account, 'signature', act.signatureId)
  if (!maySignature('submit', state)) refuseStep(state, signatureCan.submit.name)
  const row = await tx
    .selectFrom('signature')
    .select(['text', 'kind', 'purpose', 'remark', 'authorizedUntil'])
    .where('accountId', '=', account)
    .where('signatureId', '=', act.signatureId)
    .executeTakeFirstOrThrow()
  const { text, kind, remark } = row
  const purpose = row.purpose
  await requireProofs(tx, account, { ...act, kind, purpose, authorizedUntil: row.authorizedUntil })
  const findings = await checkSignature(tx, account, { text, purpose }, act.now)
  const submission = { ...step(act), act: 'submit', findings, content: { text, kind, remark } } as const
  return { signatureId: act.signatureId, ...(await recordReviewStep(tx, account, submission)) }
}

interface Terms extends Act {
  kind: SignatureKind
  purpose: SignaturePurpose
  authorizedUntil: string | null
}

/**
 * Refuses `proof_missing` with the names of missing files, and `authorization_ended` if the authorization has expired.
 */
async function requireProofs(tx: Tx, account: AccountId, { signatureId, kind, purpose, authorizedUntil, now }: Terms): Promise<void> {
  const proofs = await proofsOf(tx, account, signatureId)
  const missing = missingProofs(
    kind,
    purpose,
    proofs.map(proof => proof.use),
  )
  if (missing.length > 0) refuse('proof_missing', { names: missing.join('、') })
  if (purpose === 'other' && (authorizedUntil ?? '') <= chinaDay(now)) refuse('authorization_ended', {}, { authorizedUntil: '须晚于今天' })
}

/** Withdraws a signature from review. */
export async function withdrawSignature(tx: Tx, account: AccountId, act: Act): Promise<SignatureState> {
  return { signatureId: act.signatureId, ...(await recordReviewStep(tx, account, { ...step(act), act: 'withdraw' })) }
}

/** Moves it to the front of the review queue. Refuses `expedite_later` and `expedite_again_later`. */
export async function expediteSignature(tx: Tx, account: AccountId, act: Act): Promise<SignatureState> {
  return { signatureId: act.signatureId, ...(await expedite(tx, account, step(act))) }
}

/**
 * Re-enables a disabled one. Refuses `disabled_by_staff`, and `signature_taken` if another one has its text meanwhile.
 */
export async function enableSignature(tx: Tx, account: AccountId, act: Act): Promise<SignatureState> {
  const { text } = await tx
    .selectFrom('signature')
    .select('text')
    .where('accountId', '=', account)
    .where('signatureId', '=', act.signatureId)
    .executeTakeFirst()
    .then(row => row ?? refuse('not_found'))
  return { signatureId: act.signatureId, ...(await reenable(tx, account, step(act)).catch(takenInstead(text))) }
}

/** Makes it the preselected signature of forms; at most one is. Refuses `state_forbids` for one that isn't approved. */
export async function makeDefaultSignature(tx: Tx, account: AccountId, act: Act): Promise<SignatureState> {
  const state = await stateOf(tx, account, 'signature', act.signatureId)
  if (!maySignature('makeDefault', state)) refuseStep(state, signatureCan.makeDefault.name)
  await setDefault(tx, account, null)
  await setDefault(tx, account, act.signatureId)
  return { signatureId: act.signatureId, state }
}

/** Null clears the default. */
const setDefault = (tx: Tx, account: AccountId, signatureId: string | null) =>
  sql`update signature set is_default = ${signatureId !== null}
    where account_id = ${account} and ${signatureId === null ? sql`is_default` : sql`signature_id = ${signatureId}`}`.execute(tx)

/** Clears the default if it is this signature. */
const noDefault = (tx: Tx, account: AccountId, { signatureId }: Act) =>
  sql`update signature set is_default = false
    where account_id = ${account} and signature_id = ${signatureId} and is_default`.execute(tx)

/** Disables a signature for sending; its text becomes free. */
export async function disableSignature(tx: Tx, account: AccountId, act: Act): Promise<SignatureState> {
  await noDefault(tx, account, act)
  return { signatureId: act.signatureId, ...(await abandon(tx, account, { ...step(act), act: 'disable' })) }
}

/** Deletes it from the lists for good; the row stays for messages that refer to it. */
export async function deleteSignature(tx: Tx, account: AccountId, act: Act): Promise<SignatureState> {
  await noDefault(tx, account, act)
  return { signatureId: act.signatureId, ...(await abandon(tx, account, { ...step(act), act: 'delete' })) }
}
