import { sql } from 'kysely'
import type { MessageState } from '#contract/message-state.ts'
import { finalStates } from '#contract/message-state.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { settleHolds } from '../ledger/charge.ts'
import { countEnded, countedColumns } from './statistics/count.ts'

/** What became of one message in the end. */
export interface Outcome {
  messageId: string
  state: MessageState
  /** The carrier's code as it came, or a word of ours. */
  reason: string
  at: Date
}

export interface Settled {
  messageId: string
  broadcastId: string | null
  state: MessageState
  segmentCount: number
}

/**
 * Makes messages final, settles their charge and counts them in the same transaction: a delivered one is charged, any other is given back. A message that is final
 * already stays as it is, so a report that comes twice has no second effect. Returns the messages that became final now; several outcomes of one message
 * in a batch count as the first.
 */
export async function settleMessages(tx: Tx, account: AccountId, outcomes: readonly Outcome[]): Promise<Settled[]> {
  const first = [...new Map([...outcomes].reverse().map(outcome => [outcome.messageId, outcome])).values()]
  if (first.length === 0) return []
  // The range says to the planner which months to read; the join alone says it too late.
  const ids = first.map(one => one.messageId).sort()
  const { rows } = await sql<{
    message_id: string
    broadcast_id: string | null
    state: MessageState
    segment_count: number
    hold_id: string | null
  }>`
    with ended as (
    update message as sent set state = outcome.end_state, reason = outcome.end_reason, finished_at = outcome.at
    from unnest(${first.map(one => one.messageId)}::uuid[], ${first.map(one => one.state)}::text[], ${first.map(one => one.reason)}::text[],
                ${first.map(one => one.at)}::timestamptz[]) as outcome (id, end_state, end_reason, at)
    where sent.account_id = ${account} and sent.message_id = outcome.id and sent.state <> all(${finalStates}::text[])
      and sent.message_id between ${ids[0]} and ${ids.at(-1)}
    returning ${countedColumns}, broadcast_id),
    counted as (${countEnded(account, 'ended')})
    select message_id, broadcast_id, state, segment_count, hold_id from ended`.execute(tx)
  const shares = rows.flatMap(row => {
    if (row.hold_id === null) return []
    const isDelivered = row.state === 'delivered'
    return [
      { holdId: row.hold_id, deliveredSegments: isDelivered ? row.segment_count : 0, voidedSegments: isDelivered ? 0 : row.segment_count },
    ]
  })
  await settleHolds(tx, account, shares)
  return rows.map(row => ({ messageId: row.message_id, broadcastId: row.broadcast_id, state: row.state, segmentCount: row.segment_count }))
}
