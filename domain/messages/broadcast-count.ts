import { sql } from 'kysely'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Counts of a broadcast's messages besides their states, which dispatch counts under the states' own names. */
export type CountName = 'made' | 'refused' | 'canceled'

export async function addCount(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
  state: CountName,
  more: { messages: number; segments: number },
): Promise<void> {
  if (more.messages === 0) return
  await sql`
    insert into broadcast_count (account_id, broadcast_id, state, message_count, segment_count)
    values (${account}, ${broadcastId}, ${state}, ${more.messages}, ${more.segments})
    on conflict (account_id, broadcast_id, state) do update
    set message_count = broadcast_count.message_count + excluded.message_count, segment_count = broadcast_count.segment_count + excluded.segment_count`.execute(
    tx,
  )
}

/**
 * Counts of a broadcast's messages by outcome. `submitted` counts all that left the queue, whatever their outcome:
 * never fewer than those that ended.
 */
export interface BroadcastCounts {
  made: number
  refused: number
  canceled: number
  submitted: number
  delivered: number
  failed: number
  unknown: number
}

export const noCounts: BroadcastCounts = { made: 0, refused: 0, canceled: 0, submitted: 0, delivered: 0, failed: 0, unknown: 0 }

const nameOf: Record<string, keyof BroadcastCounts> = {
  made: 'made',
  refused: 'refused',
  canceled: 'canceled',
  submitted: 'submitted',
  delivered: 'delivered',
  undelivered: 'failed',
  expired: 'failed',
  rejected: 'failed',
  unknown: 'unknown',
}

/**
 * The counts of broadcasts, summed over the changes of their messages: a handful of rows, however many messages there
 * are.
 */
export async function countsOf(
  executor: Executor,
  account: AccountId,
  broadcastIds: readonly string[],
): Promise<Map<string, BroadcastCounts>> {
  const { rows } = await sql<{ broadcastId: string; state: string; messageCount: number }>`
    select broadcast_id, state, message_count from broadcast_count
    where account_id = ${account} and broadcast_id = any(${broadcastIds}::uuid[])`.execute(executor)
  const counts = new Map<string, BroadcastCounts>()
  for (const { broadcastId, state, messageCount } of rows) {
    const own = counts.get(broadcastId) ?? { ...noCounts }
    const name = nameOf[state]
    if (name) own[name] += messageCount
    counts.set(broadcastId, own)
  }
  return counts
}
