import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'

/** What waits in the outbox for a channel, of one priority: 0 codes, 1 notices, 2 marketing. */
export interface OutboxState {
  channelId: string
  priority: number
  messageCount: number
  /** For how long the oldest has been due; 0: none is. */
  waitSeconds: number
}

export async function readOutboxState(executor: Executor): Promise<OutboxState[]> {
  const { rows } = await sql<OutboxState>`
    select channel_id, priority, sum(cardinality(message_ids)) as message_count, -- across accounts: what waits
      greatest(0, extract(epoch from now() - min(due_at)))::float8 as wait_seconds
    from outbox group by channel_id, priority order by channel_id, priority`.execute(executor)
  return rows
}

/** Delivery reports that wait for their message, by channel. */
export async function countParkedReports(executor: Executor): Promise<{ channelId: string; count: number }[]> {
  const { rows } = await sql<{ channelId: string; count: number }>`
    select channel_id, count(*) as count from parked_report group by channel_id order by channel_id`.execute(executor)
  return rows
}
