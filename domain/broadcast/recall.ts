import { sql } from 'kysely'
import type { DraftContent } from '#contract/broadcast/broadcast-draft.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { cancelRest } from './cancel.ts'
import { lockBroadcast } from './lock.ts'

/**
 * Recalls a broadcast that waits for that: releases its money, link units and numbers, and makes its form a draft
 * again. Its row lock decides between this and its start. Refuses `not_found`, and `recall_over` once it has started.
 */
export async function recallBroadcast(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
  { memberId, now }: { memberId: string; now: Date },
): Promise<{ draftId: string }> {
  const broadcast = (await lockBroadcast(tx, account, broadcastId)) ?? refuse('not_found')
  if (broadcast.state !== 'scheduled' || broadcast.recallUntil === null) refuse('recall_over')
  await cancelRest(tx, account, broadcastId, { now, reason: 'recalled' })
  await sql`update broadcast set recalled_at = ${now} where account_id = ${account} and broadcast_id = ${broadcastId}`.execute(tx)
  await sql`update link set broadcast_id = null where account_id = ${account} and broadcast_id = ${broadcastId}`.execute(tx)
  const { rows } = await sql<{ draftId: string }>`
    update broadcast_draft set broadcast_id = null, changed_at = ${now}
    where account_id = ${account} and broadcast_id = ${broadcastId} returning draft_id`.execute(tx)
  return rows[0] ?? { draftId: await draftOf(tx, account, broadcast, { memberId, now }) }
}

type Recalled = NonNullable<Awaited<ReturnType<typeof lockBroadcast>>>

/** A new draft for a broadcast that was sent without one; the limit of drafts must not prevent a recall. */
async function draftOf(tx: Tx, account: AccountId, one: Recalled, { memberId, now }: { memberId: string; now: Date }): Promise<string> {
  const { name, signatureId, templateId, uploadId, linkId, linkPlace, perMinute, fromMinute, untilMinute, atNight } = one
  const content: DraftContent = {
    ...{ name, signatureId, templateId, uploadId, ownText: null, isScheduled: false, scheduledAt: '', atNight },
    link: linkId === null || linkPlace === null ? null : { name: itemOrThrow(one.variables, linkPlace).name, linkId },
    isSpread: perMinute !== null,
    perMinute: perMinute ?? 0,
    fromMinute: fromMinute ?? limits.marketingFromMinute,
    untilMinute: untilMinute ?? limits.marketingUntilMinute,
  }
  const draftId = newId()
  await tx
    .insertInto('broadcastDraft')
    .values({
      ...{ accountId: account, draftId, memberId, name, uploadId, version: 1, createdAt: now, changedAt: now },
      content: JSON.stringify(content),
    })
    .execute()
  return draftId
}
