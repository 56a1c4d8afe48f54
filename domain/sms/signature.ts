import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import { maySignature, type ReviewState, signatureCan } from '#contract/review-state.ts'
import type { SignatureKind, SignaturePurpose } from '#contract/signature.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { checkSignature } from './check.ts'
import { attachProofs, proofsOf } from './proof.ts'
import { giveUp, refuseStep, stateOf, takeReviewStep } from './review-step.ts'

const uniqueViolation = '23505'

interface SignatureContent {
  text: string
  kind: SignatureKind
  purpose: SignaturePurpose
  remark: string
  /** All that it has from now on; unset: none. */
  proofIds?: readonly string[]
  isSubmitted: boolean
  memberId: string
  now: Date
}
export interface SignatureState {
  signatureId: string
  state: ReviewState
}

/** Gives a number between both, the upper one left out. */
type Random = (from: number, below: number) => number

/**
 * A new signature with a sender number of its own, as a draft or at once for review. Refuses `signature_taken` for a text that another one of the account has,
 * whatever the case of its letters, `too_many`, and what the check at submission refuses.
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
    .where('account_id', '=', account)
    .where('state', '<>', 'deleted')
    .executeTakeFirstOrThrow()
  if (count >= limits.signatures) refuse('too_many', { limit: limits.signatures, noun: '签名' })
  const signatureId = newId()
  const extension = await claimExtension(tx, account, signatureId, random)
  const made = await tx
    .insertInto('signature')
    .values({
      account_id: account,
      signature_id: signatureId,
      text: input.text,
      kind: input.kind,
      purpose: input.purpose,
      remark: input.remark,
      state: 'draft',
      extension,
      created_at: input.now,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('signature_id')
    .executeTakeFirst()
  if (!made) refuseTaken(input.text)
  await attachProofs(tx, account, signatureId, input.proofIds ?? [])
  return input.isSubmitted ? submitSignature(tx, account, { ...input, signatureId }) : { signatureId, state: 'draft' }
}

const refuseTaken = (text: string): never => refuse('signature_taken', { text }, { text: `签名“${text}”已存在` })

/** Six digits that no other signature of the platform has; they stay claimed for good, so that late answers find the right account. */
async function claimExtension(tx: Tx, account: AccountId, signatureId: string, random: Random): Promise<string> {
  for (let tries = 0; tries < 20; tries += 1) {
    const extension = String(random(100_000, 1_000_000))
    const claimed = await tx
      .insertInto('sender_extension')
      .values({ extension, account_id: account, signature_id: signatureId })
      .onConflict(conflict => conflict.column('extension').doNothing())
      .returning('extension')
      .executeTakeFirst()
    if (claimed) return extension
  }
  throw new Error('no free extension found in 20 tries')
}

/** Changes a draft or a rejected signature; refuses `state_forbids` in other states and `signature_taken`. */
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
    .set({ text, kind: input.kind, purpose: input.purpose, remark: input.remark })
    .where('account_id', '=', account)
    .where('signature_id', '=', signatureId)
    .execute()
    .catch((error: unknown) => {
      // A refusal ends the transaction, as the broken one must.
      if ((error as { code?: string }).code === uniqueViolation) refuseTaken(text)
      throw error
    })
  await attachProofs(tx, account, signatureId, input.proofIds ?? [])
  return input.isSubmitted ? submitSignature(tx, account, input) : { signatureId, state }
}

interface Act {
  signatureId: string
  memberId: string
  now: Date
}
const step = ({ signatureId, memberId, now }: Act) => ({ object: 'signature', objectId: signatureId, memberId, now }) as const

/** Hands a signature over for review with what the automatic check found. */
export async function submitSignature(tx: Tx, account: AccountId, act: Act): Promise<SignatureState> {
  const state = await stateOf(tx, account, 'signature', act.signatureId)
  if (!maySignature('submit', state)) refuseStep(state, signatureCan.submit.name)
  const row = await tx
    .selectFrom('signature')
    .select(['text', 'purpose'])
    .where('account_id', '=', account)
    .where('signature_id', '=', act.signatureId)
    .executeTakeFirstOrThrow()
  if (row.purpose === 'other' && (await proofsOf(tx, account, act.signatureId)).length === 0) refuse('proof_missing')
  const findings = await checkSignature(tx, account, { text: row.text, purpose: row.purpose as SignaturePurpose }, act.now)
  return { signatureId: act.signatureId, ...(await takeReviewStep(tx, account, { ...step(act), act: 'submit', findings })) }
}

/** Takes a signature back before staff decided. */
export async function withdrawSignature(tx: Tx, account: AccountId, act: Act): Promise<SignatureState> {
  return { signatureId: act.signatureId, ...(await takeReviewStep(tx, account, { ...step(act), act: 'withdraw' })) }
}

/** Nothing is sent with it any more, and its text is free again. */
export async function disableSignature(tx: Tx, account: AccountId, act: Act): Promise<SignatureState> {
  return { signatureId: act.signatureId, ...(await giveUp(tx, account, { ...step(act), act: 'disable' })) }
}

/** Takes it off the lists for good; its row stays for the messages that name it. */
export async function deleteSignature(tx: Tx, account: AccountId, act: Act): Promise<SignatureState> {
  return { signatureId: act.signatureId, ...(await giveUp(tx, account, { ...step(act), act: 'delete' })) }
}
