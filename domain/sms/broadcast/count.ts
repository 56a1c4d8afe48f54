import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** What broadcasts count of their messages beside the final states, which dispatch counts by their own names. */
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
