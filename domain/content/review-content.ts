import { sql } from 'kysely'
import type { ReviewObject } from '#contract/content/admin-review.ts'
import { type ReviewState, reviewStates, signatureCan, templateCan } from '#contract/content/review-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { cancelScheduledWith } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { recordReview } from './review-history.ts'

export interface Content {
  object: ReviewObject
  objectId: string
  title: string
  text: string
  state: ReviewState
  reason: string | null
  reviewedAt: Date | null
}

/** An account's signatures and templates that were submitted at least once, those in use first. */
export async function listContents(executor: Executor, account: AccountId): Promise<Content[]> {
  const { rows } = await sql<Content>`
    select * from (
      (select 'signature' as object, signature_id as "objectId", '【' || text || '】' as title, text, state, reason, reviewed_at as "reviewedAt"
       from signature where account_id = ${account} and state not in ('unsent', 'draft', 'deleted') limit ${limits.signatures})
      union all
      (select 'template', template_id, name, text, state, reason, reviewed_at
       from template where account_id = ${account} and state not in ('unsent', 'draft', 'deleted') limit ${limits.templates})) as content
    order by state <> 'approved', object, "reviewedAt" desc nulls first, "objectId"`.execute(executor)
  return rows
}

const can = { signature: signatureCan, template: templateCan }

/**
 * Disables an approved signature or template even while in use; scheduled requests of programs with it are canceled.
 * The customer sees the reason. Refuses `not_found`, `state_forbids`.
 */
export async function disableContent(
  tx: Tx,
  account: AccountId,
  input: { object: ReviewObject; objectId: string; reason: string; staffId: string; now: Date },
): Promise<{ text: string }> {
  const { object, objectId, reason, staffId, now } = input
  const { from, to, name } = can[object].disable
  const { rows } = await sql<{ text: string }>`
    update ${sql.table(object)} set state = ${to}, reason = ${reason}
    where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId} and state = any(${[...from]}::text[])
    returning text`.execute(tx)
  if (!rows[0]) {
    const { rows: found } = await sql<{ state: ReviewState }>`
      select state from ${sql.table(object)} where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId}`.execute(tx)
    if (!found[0] || found[0].state === 'deleted') refuse('not_found')
    refuse('state_forbids', { state: reviewStates[found[0].state], action: name })
  }
  await cancelScheduledWith(tx, account, { object, objectId, now })
  await recordReview(tx, account, { object, objectId, decision: 'disabled', reason, staffId, now })
  return rows[0]
}
