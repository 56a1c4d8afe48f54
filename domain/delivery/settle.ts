import { sql } from 'kysely'
import type { MessageState } from '#contract/messages/message-state.ts'
import { finalStates } from '#contract/messages/message-state.ts'
import type { Tx } from '#db/connect.ts'
import { recordedReports } from '#domain/events/index.ts'
import { settleHolds } from '#domain/ledger/index.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { countEnded, countedColumns } from './statistics/count.ts'
import { addUsage } from './usage.ts'

/** The final result of one message. */
export interface Outcome {
  messageId: string
  state: MessageState
  /** The upstream's error code as received, or a code of ours. */
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
 * Settles messages: makes them final, posts or voids their hold, counts them and enqueues delivery reports for their
 * programs, in one transaction. Idempotent: final messages stay unchanged, and of several outcomes of one message the
 * first counts. Returns the messages that became final now. `at`: the booking time, if not now.
 */
export async function settleMessages(tx: Tx, account: AccountId, outcomes: readonly Outcome[], at?: Date): Promise<Settled[]> {
  const first = [...new Map([...outcomes].reverse().map(outcome => [outcome.messageId, outcome])).values()]
  if (first.length === 0) return []
  // The id range lets the planner prune partitions, which the join alone does too late; the ids keep it from reading
  // everything of the account where it has no statistics yet.
  const ids = first.map(one => one.messageId).sort()
  const { rows } = await sql<{
    messageId: string
    broadcastId: string | null
    appId: string | null
    state: MessageState
    segmentCount: number
    holdId: string | null
    settledAt: Date
  }>`
    with ended as (
    update message as sent set state = outcome.end_state, reason = outcome.end_reason, finished_at = outcome.at,
      settled_at = ${at === undefined ? sql`now()` : sql`${at}`}
    from unnest(${first.map(one => one.messageId)}::uuid[], ${first.map(one => one.state)}::text[], ${first.map(one => one.reason)}::text[],
                ${first.map(one => one.at)}::timestamptz[]) as outcome (id, end_state, end_reason, at)
    where sent.account_id = ${account} and sent.message_id = outcome.id and sent.state <> all(${finalStates}::text[])
      and sent.message_id = any(${ids}::uuid[]) and sent.message_id between ${ids[0]} and ${ids.at(-1)}
    returning ${countedColumns}, broadcast_id, ingress, settled_at),
    counted as (${countEnded(account, 'ended')}),
    ${recordedReports(account, 'ended', at)}
    select message_id, broadcast_id, app_id, state, segment_count, hold_id, settled_at from ended`.execute(tx)
  const shares = rows.flatMap(row => {
    if (row.holdId === null) return []
    const isDelivered = row.state === 'delivered'
    return [
      { holdId: row.holdId, deliveredSegments: isDelivered ? row.segmentCount : 0, voidedSegments: isDelivered ? 0 : row.segmentCount },
    ]
  })
  const bookedAt = await settleHolds(tx, account, shares, at)
  await giveBackSpent(tx, account, rows)
  await correctDays(tx, account, rows, bookedAt)
  return rows.map(row => ({ messageId: row.messageId, broadcastId: row.broadcastId, state: row.state, segmentCount: row.segmentCount }))
}

/** Deducts refunds from the spending of the app on the day of the hold. */
async function giveBackSpent(
  tx: Tx,
  account: AccountId,
  rows: readonly { appId: string | null; holdId: string | null; state: MessageState; segmentCount: number }[],
): Promise<void> {
  const back = rows.filter(row => row.appId !== null && row.holdId !== null && row.state !== 'delivered')
  if (back.length === 0) return
  const { rows: spent } = await sql<{ appId: string; heldAt: Date; hao: number }>`
    select hold.app_id, hold.created_at as held_at, sum(segments * unit_price_hao)::bigint as hao
    from unnest(${back.map(row => row.holdId)}::uuid[], ${back.map(row => row.segmentCount)}::bigint[]) as back (hold_id, segments)
    join charge_hold as hold on hold.account_id = ${account} and hold.hold_id = back.hold_id
    where hold.app_id is not null and hold.unit_price_hao > 0 group by 1, 2`.execute(tx)
  const changes = spent.map(({ appId, heldAt, hao }) => ({ appId, day: chinaDay(heldAt), segmentCount: 0, spentHao: -hao }))
  await addUsage(tx, account, changes)
}

/**
 * A charge is booked on the day of the statement's last entry, which may have just begun. Its messages are billed on
 * that day too, so that a bill line drills down to exactly its messages. Only happens when settling across midnight.
 */
async function correctDays(
  tx: Tx,
  account: AccountId,
  rows: readonly { messageId: string; holdId: string | null; settledAt: Date }[],
  bookedAt: ReadonlyMap<string, Date>,
): Promise<void> {
  const late = rows.flatMap(row => {
    const at = row.holdId === null ? undefined : bookedAt.get(row.holdId)
    return at && chinaDay(at) !== chinaDay(row.settledAt) ? [{ id: row.messageId, at }] : []
  })
  if (late.length === 0) return
  await sql`update message as sent set settled_at = late.at
    from unnest(${late.map(one => one.id)}::uuid[], ${late.map(one => one.at)}::timestamptz[]) as late (id, at)
    where sent.account_id = ${account} and sent.message_id = late.id`.execute(tx)
}
