import { sql } from 'kysely'
import type { MessageState } from '#contract/messages/message-state.ts'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

interface Counted {
  broadcastId: string | null
  state: MessageState
  segmentCount: number
}

/**
 * Adds messages to the counters of their broadcasts, by state. Rows are written in a fixed order to avoid deadlocks.
 */
export async function countMessages(tx: Tx, account: AccountId, messages: readonly Counted[]): Promise<void> {
  const groups = Map.groupBy(
    messages.filter(message => message.broadcastId !== null),
    message => `${message.broadcastId} ${message.state}`,
  )
  const rows = [...groups.values()].map(group => ({
    ...firstOrThrow(group),
    messages: group.length,
    segments: group.reduce((sum, one) => sum + one.segmentCount, 0),
  }))
  if (rows.length === 0) return
  await sql`
    insert into broadcast_count (account_id, broadcast_id, state, message_count, segment_count)
    select owner.account_id, more.*
    from ${accountRow(account)}
    cross join (select * from unnest(${rows.map(row => row.broadcastId)}::uuid[], ${rows.map(row => row.state)}::text[],
      ${rows.map(row => row.messages)}::bigint[], ${rows.map(row => row.segments)}::bigint[]) as more (id, state, messages, segments) order by id, state) as more
    on conflict (account_id, broadcast_id, state) do update
    set message_count = broadcast_count.message_count + excluded.message_count, segment_count = broadcast_count.segment_count + excluded.segment_count`.execute(
    tx,
  )
}

/**
 * Messages that ended before they were handed over also count as submitted; otherwise a broadcast would show more
 * results than submissions.
 */
export const endedBeforeSubmission = (ended: readonly Counted[]): Counted[] =>
  ended.filter(one => one.state === 'rejected' || one.state === 'expired').map(one => ({ ...one, state: 'submitted' }))
