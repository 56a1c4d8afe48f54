import { sql } from 'kysely'
import type { Finding } from '#contract/content/finding.ts'
import { type ReviewDecision, type ReviewState, reviewStates, type SignatureAct, signatureCan } from '#contract/content/review-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { ReviewedContent } from '#db/json.ts'
import { isScheduledWith } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { recordReview } from './review-history.ts'

export type ReviewedObject = 'signature' | 'template'
type MemberAct = Exclude<SignatureAct, 'edit' | 'approve' | 'reject' | 'makeDefault' | 'expedite'>

const decisions: Record<MemberAct, ReviewDecision> = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  disable: 'disabled',
  enable: 'enabled',
  delete: 'deleted',
}

/** A signature or template, the actor and the time. */
export interface ReviewedAct {
  object: ReviewedObject
  objectId: string
  memberId: string
  now: Date
}
export interface ReviewStep extends ReviewedAct {
  act: MemberAct
  findings?: readonly Finding[]
  content?: ReviewedContent
}

/**
 * Performs one of the customer's acts in the state table `signatureCan`, and records it in the history. Refuses
 * `not_found`, and `state_forbids` in any other state.
 */
export async function recordReviewStep(tx: Tx, account: AccountId, step: ReviewStep): Promise<{ state: ReviewState }> {
  const { object, objectId, act, memberId, now } = step
  const { from, to } = signatureCan[act]
  const { rows } = await sql`
    update ${sql.table(object)} set state = ${to}, expedited_at = null,
      submitted_at = case when ${act} = 'submit' then ${now}::timestamptz else submitted_at end,
      reviewed_at = case when ${act} = 'submit' then null else reviewed_at end,
      reason = case when ${act} in ('submit', 'enable') then null else reason end
    where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId} and state = any(${[...from]}::text[])
    returning state`.execute(tx)
  if (rows.length === 0) refuseStep(await stateOf(tx, account, object, objectId), signatureCan[act].name)
  const { findings = [], content = null } = step
  await recordReview(tx, account, { object, objectId, decision: decisions[act], memberId, findings, content, now })
  return { state: to }
}

/** The state of a signature or template, locked until the end of the transaction. Refuses `not_found`. */
export async function stateOf(tx: Tx, account: AccountId, object: ReviewedObject, objectId: string): Promise<ReviewState> {
  const { rows } = await sql<{ state: ReviewState }>`
    select state from ${sql.table(object)} where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId} and state <> 'deleted'
    for no key update`.execute(tx)
  return rows[0]?.state ?? refuse('not_found')
}

/** Refuses an act, naming the state that forbids it. */
export function refuseStep(state: ReviewState, action: string): never {
  refuse('state_forbids', { state: reviewStates[state], action })
}

/** Texts on what still uses it: unfinished broadcasts, automatic replies to opt-outs. */
export async function usersOf(tx: Tx, account: AccountId, object: ReviewedObject, objectId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    (select '群发“' || name || '”' as name from broadcast where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId}
       and state in ('reviewing', 'scheduled', 'sending', 'paused', 'held') order by broadcast_id desc limit 20)
    ${object === 'template' ? answersWith(account, objectId) : sql``}`.execute(tx)
  return rows.map(row => row.name)
}

const answersWith = (account: AccountId, templateId: string) => sql`
    union all
    select '签名【' || signature.text || '】的退订回复' from opt_out_answer as answer
    join signature on signature.account_id = answer.account_id and signature.signature_id = answer.signature_id
    where answer.account_id = ${account} and answer.template_id = ${templateId}`

/** Disables or deletes it at the customer's request. Refuses `in_use` while something sends with it. */
export async function abandon(
  tx: Tx,
  account: AccountId,
  step: ReviewStep & { act: 'disable' | 'delete' },
): Promise<{ state: ReviewState }> {
  const [user] = await usersOf(tx, account, step.object, step.objectId)
  if (user !== undefined) refuse('in_use', { user, action: signatureCan[step.act].name })
  if (await isScheduledWith(tx, account, step)) refuse('in_use', { user: '应用定时发送的短信', action: signatureCan[step.act].name })
  return recordReviewStep(tx, account, step)
}

/** Re-enables it with the approved content. Refuses `disabled_by_staff` and `state_forbids`. */
export async function reenable(tx: Tx, account: AccountId, act: ReviewedAct): Promise<{ state: ReviewState }> {
  const { rows } = await sql<{ staffId: string | null }>`
    select staff_id from review where account_id = ${account} and object_id = ${act.objectId} and decision = 'disabled'
    order by at desc, review_id desc limit 1`.execute(tx)
  if (rows[0]?.staffId) refuse('disabled_by_staff')
  return recordReviewStep(tx, account, { ...act, act: 'enable' })
}

const minuteMs = 60_000

/**
 * Moves a waiting submission to the front of the queue. Refuses `expedite_later` soon after the submission,
 * `expedite_again_later` within the hour, `state_forbids`.
 */
export async function expedite(
  tx: Tx,
  account: AccountId,
  { object, objectId, memberId, now }: ReviewedAct,
): Promise<{ state: ReviewState }> {
  const state = await stateOf(tx, account, object, objectId)
  if (state !== 'reviewing') refuseStep(state, signatureCan.expedite.name)
  const { rows } = await sql<{ submittedAt: Date; expeditedAt: Date | null }>`
    select submitted_at, expedited_at from ${sql.table(object)}
    where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId}`.execute(tx)
  const { submittedAt, expeditedAt } = firstOrThrow(rows)
  const minutesLeft = (since: Date, minutes: number) => Math.ceil((since.getTime() + minutes * minuteMs - now.getTime()) / minuteMs)
  const untilFirst = minutesLeft(submittedAt, limits.expediteAfterMinutes)
  if (untilFirst > 0) refuse('expedite_later', { minutes: limits.expediteAfterMinutes, wait: untilFirst })
  const untilNext = expeditedAt ? minutesLeft(expeditedAt, limits.expediteEveryMinutes) : 0
  if (untilNext > 0) refuse('expedite_again_later', { wait: untilNext })
  await sql`update ${sql.table(object)} set expedited_at = ${now}
    where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId}`.execute(tx)
  await recordReview(tx, account, { object, objectId, decision: 'expedited', memberId, now })
  return { state }
}
