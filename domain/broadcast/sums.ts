import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

export interface BroadcastSums {
  broadcastCount: number
  phoneCount: number
  submittedCount: number
  deliveredCount: number
  failedCount: number
  unknownCount: number
  postedSegments: number
  postedHao: number
}

/** Numbers of a row of `broadcast`: its messages without those to a number that has one already. */
export const phoneCount = (account: AccountId) => sql`
  recipient_count - coalesce((select (report ->> 'repeatCount')::int from upload where account_id = ${account}
    and upload_id = broadcast.upload_id and mapping ->> 'repeats' = 'all'), 0)`

/** Sums over the broadcasts that match a condition: a handful of rows for each of them. */
export async function sumBroadcasts(executor: Executor, account: AccountId, where: RawBuilder<unknown>): Promise<BroadcastSums> {
  const { rows } = await sql<BroadcastSums>`
    with chosen as (select broadcast_id, ${phoneCount(account)} as phone_count from broadcast where account_id = ${account} and ${where}),
    counted as (
      select coalesce(sum(message_count) filter (where state = 'submitted'), 0)::bigint as "submittedCount",
        coalesce(sum(message_count) filter (where state = 'delivered'), 0)::bigint as "deliveredCount",
        coalesce(sum(message_count) filter (where state in ('undelivered', 'expired', 'rejected')), 0)::bigint as "failedCount",
        coalesce(sum(message_count) filter (where state = 'unknown'), 0)::bigint as "unknownCount"
      from broadcast_count where account_id = ${account} and broadcast_id in (select broadcast_id from chosen)),
    paid as (
      select coalesce(sum(posted_count), 0)::bigint as "postedSegments", coalesce(sum(posted_count * unit_price_hao), 0)::bigint as "postedHao"
      from charge_hold where account_id = ${account} and broadcast_id in (select broadcast_id from chosen))
    select (select count(*) from chosen) as "broadcastCount", (select coalesce(sum(phone_count), 0)::bigint from chosen) as "phoneCount",
      counted.*, paid.* from counted, paid`.execute(executor)
  return firstOrThrow(rows)
}
