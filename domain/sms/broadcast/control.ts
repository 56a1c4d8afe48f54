import { sql } from 'kysely'
import { type BroadcastAct, type BroadcastState, broadcastCan, broadcastStates, mayAct } from '#contract/broadcast.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { type MessageKind, settleHolds } from '#domain/ledger/charge.ts'
import type { AccountId } from '#values/id.ts'
import { addCount } from './count.ts'
import { sendingProblem } from './permission.ts'
import { checkSchedule } from './plan.ts'
import { emptyHolds } from './quota.ts'
import { enqueueMaking } from './send.ts'
import { holdWaiting, queueHeld, takeBack } from './waiting.ts'

/** Locks the broadcast, so that nothing is made meanwhile, and refuses `state_forbids` where the table does not allow the act. */
async function lockFor(tx: Tx, account: AccountId, broadcastId: string, act: BroadcastAct) {
  const row = await tx
    .selectFrom('broadcast')
    .select(['state', 'kind', 'signature_id', 'template_id'])
    .where('account_id', '=', account)
    .where('broadcast_id', '=', broadcastId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const state = row.state as BroadcastState
  if (!mayAct(act, state)) refuse('state_forbids', { state: broadcastStates[state].name, action: broadcastCan[act].name })
  return { kind: row.kind as MessageKind, signatureId: row.signature_id, templateId: row.template_id }
}

interface StateChange {
  state: BroadcastState
  state_reason?: string | null
  scheduled_at?: Date
  finished_at?: Date
}
const change = (tx: Tx, account: AccountId, broadcastId: string, set: StateChange) =>
  tx.updateTable('broadcast').set(set).where('account_id', '=', account).where('broadcast_id', '=', broadcastId).execute()

/** Stops a broadcast: what is not on its way yet waits. Answers with how many messages that is. */
export async function pauseBroadcast(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
): Promise<{ state: BroadcastState; heldCount: number }> {
  await lockFor(tx, account, broadcastId, 'pause')
  const heldCount = await holdWaiting(tx, account, broadcastId, 'paused')
  await change(tx, account, broadcastId, { state: 'paused', state_reason: null })
  return { state: 'paused', heldCount }
}

/** Goes on where it was paused. Refuses while the account or its texts may not send. */
export async function resumeBroadcast(tx: Tx, account: AccountId, broadcastId: string, now: Date): Promise<{ state: BroadcastState }> {
  const { kind, signatureId, templateId } = await lockFor(tx, account, broadcastId, 'resume')
  const problem = await sendingProblem(tx, account, { signatureId, templateId })
  if (problem) refuse(problem)
  await queueHeld(tx, account, broadcastId, { kind, now })
  await change(tx, account, broadcastId, { state: 'sending', state_reason: null })
  await enqueueMaking(tx, account, broadcastId)
  return { state: 'sending' }
}

/** Ends a broadcast for good: every message that is not on its way is canceled, and its charge and that of messages never made are given back. */
export async function cancelBroadcast(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
  now: Date,
): Promise<{ state: BroadcastState; canceledCount: number; voidedSegments: number }> {
  await lockFor(tx, account, broadcastId, 'cancel')
  const ids = await takeBack(tx, account, broadcastId)
  const { rows } = await sql<{ hold_id: string; segment_count: number }>`
    update message set state = 'canceled', reason = 'canceled', finished_at = ${now}
    where account_id = ${account} and broadcast_id = ${broadcastId} and (state = 'held' or (state = 'queued' and message_id = any(${ids}::uuid[])))
    returning hold_id, segment_count`.execute(tx)
  const unmade = await emptyHolds(tx, account, broadcastId)
  const given = [
    ...rows.map(row => ({ holdId: row.hold_id, deliveredSegments: 0, voidedSegments: row.segment_count })),
    ...unmade.map(hold => ({ holdId: hold.holdId, deliveredSegments: 0, voidedSegments: hold.segments })),
  ]
  await settleHolds(tx, account, given, now)
  const canceledCount = rows.length + unmade.reduce((sum, hold) => sum + hold.messages, 0)
  const voidedSegments = given.reduce((sum, one) => sum + one.voidedSegments, 0)
  await addCount(tx, account, broadcastId, 'canceled', { messages: canceledCount, segments: voidedSegments })
  await change(tx, account, broadcastId, { state: 'canceled', finished_at: now })
  return { state: 'canceled', canceledCount, voidedSegments }
}

/** Moves a scheduled broadcast to another time. */
export async function rescheduleBroadcast(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
  input: { scheduledAt: Date; now: Date },
): Promise<{ state: BroadcastState }> {
  checkSchedule(input.scheduledAt, input.now)
  await lockFor(tx, account, broadcastId, 'reschedule')
  await change(tx, account, broadcastId, { state: 'scheduled', scheduled_at: input.scheduledAt })
  return { state: 'scheduled' }
}
