import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { type AccountId, idFloor, idTime } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const dayMs = 86_400_000
/** Enough to tell the same list from a new one, whatever the size of the upload. */
const checkedNumbers = 1_000

/**
 * How many of an upload's numbers had a message of the same template within a day, among its first thousand, and when
 * the last one; null: none had. One lookup by number each, with the bounds that keep it one (blacklist/frequency.ts).
 */
export async function sentBefore(
  executor: Executor,
  account: AccountId,
  { uploadId, templateId, now }: { uploadId: string; templateId: string; now: Date },
): Promise<{ checkedCount: number; seenCount: number; lastAt: Date } | null> {
  const ceiling = sql`any (array[${idFloor(now.getTime() + dayMs)}::uuid])`
  const { rows } = await sql<{ checkedCount: number; seenCount: number; lastId: string | null }>`
    select count(*) as checked_count, count(last_id) as seen_count, max(last_id::text) as last_id
    from (select phone from recipient where account_id = ${account} and upload_id = ${uploadId} order by line limit ${checkedNumbers}) as asked
    cross join lateral (
      select max(message_id::text)::uuid as last_id from message
      where account_id = ${account} and message.phone = asked.phone and template_id = ${templateId} and state not in ('refused', 'canceled')
        and message_id >= ${idFloor(now.getTime() - dayMs)}::uuid and message_id < ${ceiling}) as seen`.execute(executor)
  const { checkedCount, seenCount, lastId } = firstOrThrow(rows)
  return lastId === null ? null : { checkedCount, seenCount, lastAt: idTime(lastId) }
}
