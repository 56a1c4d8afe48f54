import { type BroadcastAct, type BroadcastState, broadcastCan, broadcastStates, mayAct } from '#contract/broadcast/broadcast.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { requireSendableLink } from '#domain/links/index.ts'
import { holdWaiting, queueHeld, refuseSending, sendingProblem } from '#domain/messages/index.ts'
import { accountSettings, marketingHoursOf } from '#domain/settings/index.ts'
import type { AccountId } from '#values/id.ts'
import { pick } from '#values/pick.ts'
import { cancelRest } from './cancel.ts'
import { lockBroadcast } from './lock.ts'
import { withdrawText } from './own-text.ts'
import { beginSending } from './start.ts'
import { planTiming } from './timing.ts'

/**
 * Locks the broadcast, which blocks the creation of messages, and refuses `state_forbids` where the state table doesn't
 * allow the act.
 */
async function lockFor(tx: Tx, account: AccountId, broadcastId: string, act: BroadcastAct) {
  const row = (await lockBroadcast(tx, account, broadcastId)) ?? refuse('not_found')
  const state = row.state
  if (!mayAct(act, state)) refuse('state_forbids', { state: broadcastStates[state], action: broadcastCan[act].name })
  return row
}

const change = (tx: Tx, account: AccountId, broadcastId: string, set: { state: BroadcastState; scheduledAt?: Date; recallUntil?: null }) =>
  tx
    .updateTable('broadcast')
    .set({ ...set, stateReason: null })
    .where('accountId', '=', account)
    .where('broadcastId', '=', broadcastId)
    .execute()

/** Pauses a broadcast: messages not yet handed over wait. Returns their number. */
export async function pauseBroadcast(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
): Promise<{ state: BroadcastState; heldCount: number }> {
  await lockFor(tx, account, broadcastId, 'pause')
  const heldCount = await holdWaiting(tx, account, broadcastId, 'paused')
  await change(tx, account, broadcastId, { state: 'paused' })
  return { state: 'paused', heldCount }
}

/** Resumes a paused broadcast. Refuses while the account or its texts may not send, or its link is invalid. */
export async function resumeBroadcast(tx: Tx, account: AccountId, broadcastId: string, now: Date): Promise<{ state: BroadcastState }> {
  const row = await lockFor(tx, account, broadcastId, 'resume')
  const { kind, signatureId, templateId, linkId } = row
  const problem = await sendingProblem(tx, account, { signatureId, templateId, now })
  if (problem) refuseSending(problem)
  if (linkId) await requireSendableLink(tx, account, linkId, now)
  await queueHeld(tx, account, broadcastId, { kind, now })
  await beginSending(tx, account, broadcastId, now)
  return { state: 'sending' }
}

/** Cancels a broadcast and refunds the unsent part. Withdraws a text in review that only this broadcast uses. */
export async function cancelBroadcast(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
  { now, memberId }: { now: Date; memberId: string },
): Promise<{ state: BroadcastState; canceledCount: number; voidedSegments: number }> {
  const row = await lockFor(tx, account, broadcastId, 'cancel')
  const given = await cancelRest(tx, account, broadcastId, { now })
  if (row.state === 'reviewing') await withdrawText(tx, account, { templateId: row.templateId, memberId, now })
  return { state: 'canceled', ...given }
}

/** Reschedules a scheduled broadcast. */
export async function rescheduleBroadcast(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
  { scheduledAt, now }: { scheduledAt: Date; now: Date },
): Promise<{ state: BroadcastState }> {
  const row = await lockFor(tx, account, broadcastId, 'reschedule')
  const { perMinute, fromMinute, untilMinute } = row
  planTiming({
    ...pick(row, 'kind', 'recipientCount', 'atNight'),
    scheduledAt,
    spread: perMinute === null || fromMinute === null || untilMinute === null ? null : { perMinute, fromMinute, untilMinute },
    marketingHours: marketingHoursOf(await accountSettings(tx, account)),
    now,
  })
  await change(tx, account, broadcastId, { state: 'scheduled', scheduledAt, recallUntil: null })
  return { state: 'scheduled' }
}
