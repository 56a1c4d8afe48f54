import { sql } from 'kysely'
import type { CapabilityRefusal } from '#contract/account/capability.ts'
import type { Tx } from '#db/connect.ts'
import { queueMessages } from '#domain/delivery/index.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'

/** Takes back what no channel has claimed yet, and gives the ids. The caller holds the broadcast's row and says what becomes of the messages. */
export async function takeBack(tx: Tx, account: AccountId, broadcastId: string): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`
    delete from outbox where account_id = ${account} and broadcast_id = ${broadcastId} and claim_token is null returning message_id`.execute(
    tx,
  )
  return rows.map(row => row.message_id)
}

/** What is not on its way yet waits, with the reason. Gives how many messages that is. */
export async function holdWaiting(tx: Tx, account: AccountId, broadcastId: string, reason: WaitReason): Promise<number> {
  const ids = await takeBack(tx, account, broadcastId)
  await sql`update message set state = 'held', reason = ${reason}
    where account_id = ${account} and message_id = any(${ids}::uuid[]) and state = 'queued'`.execute(tx)
  return ids.length
}

/** Hands the messages that waited to dispatch again. */
export async function queueHeld(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
  { kind, now }: { kind: MessageKind; now: Date },
): Promise<void> {
  const { rows } = await sql<{ message_id: string; operator: string; phone: string }>`
    update message set state = 'queued', reason = null
    where account_id = ${account} and broadcast_id = ${broadcastId} and state = 'held' returning message_id, operator, phone`.execute(tx)
  await queueMessages(
    tx,
    account,
    rows.map(row => ({ messageId: row.message_id, kind, operator: row.operator, phone: row.phone, broadcastId })),
    { now },
  )
}

/** Why a broadcast or its messages wait, or ended without being sent; in words in console/sms/broadcast-task/broadcast.ts. */
export type WaitReason =
  | 'paused'
  | 'quiet_hours'
  | 'spread_hours'
  | 'text_rejected'
  | 'link_not_active'
  | `account_${string}`
  | CapabilityRefusal
  | `${string}_not_approved`

/** Outside of its hours a broadcast waits, and says until when; `startDueBroadcasts` takes it up again. The caller holds its row. */
export async function holdBroadcast(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
  hold: { until: Date; reason: WaitReason },
): Promise<void> {
  await holdWaiting(tx, account, broadcastId, hold.reason)
  await tx
    .updateTable('broadcast')
    .set({ state: 'held', state_reason: hold.reason, scheduled_at: hold.until })
    .where('account_id', '=', account)
    .where('broadcast_id', '=', broadcastId)
    .execute()
}

/** Pauses a broadcast that may not send any more; a person resumes it when the reason is gone. The caller holds its row. */
export async function stopBroadcast(tx: Tx, account: AccountId, broadcastId: string, reason: WaitReason): Promise<void> {
  await holdWaiting(tx, account, broadcastId, reason)
  await tx
    .updateTable('broadcast')
    .set({ state: 'paused', state_reason: reason })
    .where('account_id', '=', account)
    .where('broadcast_id', '=', broadcastId)
    .execute()
}
