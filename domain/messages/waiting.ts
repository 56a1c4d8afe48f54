import { sql } from 'kysely'
import type { CapabilityRefusal } from '#contract/account/capability.ts'
import type { Tx } from '#db/connect.ts'
import { dequeueRows, queueMessages } from '#domain/delivery/index.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'

/**
 * Takes unclaimed messages back from the outbox; returns their ids. The caller locks the broadcast's row and decides
 * the messages' state.
 */
export const takeBack = (tx: Tx, account: AccountId, broadcastId: string): Promise<string[]> =>
  dequeueRows(tx, account, sql`broadcast_id = ${broadcastId}`)

/** Holds the messages that are not yet in the outbox, with the reason; returns how many. */
export async function holdWaiting(tx: Tx, account: AccountId, broadcastId: string, reason: WaitReason): Promise<number> {
  const ids = await takeBack(tx, account, broadcastId)
  await sql`update message set state = 'held', reason = ${reason}
    where account_id = ${account} and message_id = any(${ids}::uuid[]) and state = 'queued'`.execute(tx)
  return ids.length
}

/** Queues held messages for dispatch again. */
export async function queueHeld(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
  { kind, now }: { kind: MessageKind; now: Date },
): Promise<void> {
  const { rows } = await sql<{ messageId: string; carrier: string; phone: string }>`
    update message set state = 'queued', reason = null
    where account_id = ${account} and broadcast_id = ${broadcastId} and state = 'held' returning message_id, carrier, phone`.execute(tx)
  await queueMessages(
    tx,
    account,
    rows.map(row => ({ messageId: row.messageId, kind, carrier: row.carrier, phone: row.phone, broadcastId })),
    { now },
  )
}

/** Why a broadcast or its messages wait, or ended unsent; console/sms/broadcast-task/broadcast.ts has the texts. */
export type WaitReason =
  | 'paused'
  | 'quiet_hours'
  | 'spread_hours'
  | 'text_rejected'
  | 'recalled'
  | 'link_not_active'
  | `account_${string}`
  | CapabilityRefusal
  | `${string}_not_approved`

/**
 * Holds a broadcast outside of its hours, with the time until which it waits; `startDueBroadcasts` resumes it. The
 * caller locks its row.
 */
export async function holdBroadcast(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
  hold: { until: Date; reason: WaitReason },
): Promise<void> {
  await holdWaiting(tx, account, broadcastId, hold.reason)
  await tx
    .updateTable('broadcast')
    .set({ state: 'held', stateReason: hold.reason, scheduledAt: hold.until })
    .where('accountId', '=', account)
    .where('broadcastId', '=', broadcastId)
    .execute()
}

/**
 * Pauses a broadcast that may not send any more; a person resumes it when the reason is gone. The caller locks its row.
 */
export async function stopBroadcast(tx: Tx, account: AccountId, broadcastId: string, reason: WaitReason): Promise<void> {
  await holdWaiting(tx, account, broadcastId, reason)
  await tx
    .updateTable('broadcast')
    .set({ state: 'paused', stateReason: reason })
    .where('accountId', '=', account)
    .where('broadcastId', '=', broadcastId)
    .execute()
}
