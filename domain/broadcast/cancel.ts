import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import { countEnded, countedColumns } from '#domain/delivery/index.ts'
import { settleHolds } from '#domain/ledger/index.ts'
import { addCount, returnUnusedUnits, takeBack, type WaitReason } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'
import { releaseHoldRoom } from './quota.ts'

/**
 * Cancels a broadcast: cancels every message not yet handed over and voids its charge, that of messages never created,
 * and link units. The caller holds the broadcast's row lock. `reason` is given if no person requested it.
 */
export async function cancelRest(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
  { now, reason = null }: { now: Date; reason?: WaitReason | null },
): Promise<{ canceledCount: number; voidedSegments: number }> {
  const ids = await takeBack(tx, account, broadcastId)
  const { rows } = await sql<{ holdId: string; segmentCount: number }>`
    with ended as (
      update message set state = 'canceled', reason = 'canceled', finished_at = ${now}
      where account_id = ${account} and broadcast_id = ${broadcastId} and (state = 'held' or (state = 'queued' and message_id = any(${ids}::uuid[])))
      returning ${countedColumns}),
    counted as (${countEnded(account, 'ended')})
    select hold_id, segment_count from ended`.execute(tx)
  const unmade = await releaseHoldRoom(tx, account, broadcastId)
  const given = [
    ...rows.map(row => ({ holdId: row.holdId, deliveredSegments: 0, voidedSegments: row.segmentCount })),
    ...unmade.map(hold => ({ holdId: hold.holdId, deliveredSegments: 0, voidedSegments: hold.segments })),
  ]
  await settleHolds(tx, account, given, now)
  const canceledCount = rows.length + unmade.reduce((sum, hold) => sum + hold.messages, 0)
  const voidedSegments = given.reduce((sum, one) => sum + one.voidedSegments, 0)
  await addCount(tx, account, broadcastId, 'canceled', { messages: canceledCount, segments: voidedSegments })
  await tx
    .updateTable('broadcast')
    .set({ state: 'canceled', stateReason: reason, finishedAt: now, recallUntil: null })
    .where('accountId', '=', account)
    .where('broadcastId', '=', broadcastId)
    .execute()
  await returnUnusedUnits(tx, account, broadcastId, now)
  return { canceledCount, voidedSegments }
}
