import { sql } from 'kysely'
import type { Finding } from '#contract/finding.ts'
import { refuse } from '#contract/refusals.ts'
import { type ReviewDecision, type ReviewState, reviewStates, type SignatureAct, signatureCan } from '#contract/review-state.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { recordReview } from './review-history.ts'

export type ReviewedObject = 'signature' | 'template'
type MemberAct = Exclude<SignatureAct, 'edit' | 'approve' | 'reject'>

const decisions: Record<MemberAct, ReviewDecision> = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  disable: 'disabled',
  delete: 'deleted',
}

export interface ReviewStep {
  object: ReviewedObject
  objectId: string
  act: MemberAct
  memberId: string
  findings?: readonly Finding[]
  now: Date
}

/**
 * Moves a signature or template by one act of the table `signatureCan` that is a customer's, and keeps the step in its history. Refuses `not_found`, and
 * `state_forbids` in any other state.
 */
export async function takeReviewStep(tx: Tx, account: AccountId, step: ReviewStep): Promise<{ state: ReviewState }> {
  const { object, objectId, act, memberId, now } = step
  const { from, to } = signatureCan[act]
  const { rows } = await sql`
    update ${sql.table(object)} set state = ${to},
      submitted_at = case when ${act} = 'submit' then ${now}::timestamptz else submitted_at end,
      reviewed_at = case when ${act} = 'submit' then null else reviewed_at end,
      reason = case when ${act} = 'submit' then null else reason end
    where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId} and state = any(${[...from]}::text[])
    returning state`.execute(tx)
  if (rows.length === 0) refuseStep(await stateOf(tx, account, object, objectId), signatureCan[act].name)
  await recordReview(tx, account, { object, objectId, decision: decisions[act], memberId, findings: step.findings ?? [], now })
  return { state: to }
}

/** The state of a signature or template, locked until the end of the transaction; refuses `not_found`. */
export async function stateOf(tx: Tx, account: AccountId, object: ReviewedObject, objectId: string): Promise<ReviewState> {
  const { rows } = await sql<{ state: ReviewState }>`
    select state from ${sql.table(object)} where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId} and state <> 'deleted'
    for no key update`.execute(tx)
  return rows[0]?.state ?? refuse('not_found')
}

/** Refuses an act in the words of the state that forbids it. */
export function refuseStep(state: ReviewState, action: string): never {
  refuse('state_forbids', { state: reviewStates[state].name, action })
}

/** Names of the broadcasts that aren't finished and send with it. */
export async function openBroadcastsWith(tx: Tx, account: AccountId, object: ReviewedObject, objectId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from broadcast where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId}
      and state in ('reviewing', 'scheduled', 'sending', 'paused', 'held') order by broadcast_id desc limit 20`.execute(tx)
  return rows.map(row => row.name)
}

/** Stops or deletes what a customer no longer wants; refuses `in_use` while a broadcast sends with it. */
export async function giveUp(
  tx: Tx,
  account: AccountId,
  step: ReviewStep & { act: 'disable' | 'delete' },
): Promise<{ state: ReviewState }> {
  const [user] = await openBroadcastsWith(tx, account, step.object, step.objectId)
  if (user !== undefined) refuse('in_use', { user, action: signatureCan[step.act].name })
  return takeReviewStep(tx, account, step)
}
