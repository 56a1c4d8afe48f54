import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { idFloor } from '#values/id.ts'

/** Today's message counts and waiting messages by channel. Reads the day's messages account by account. */
export async function channelVolume(executor: Executor, now: Date) {
  const { rows } = await sql<{ channelId: string; submitted: number; delivered: number; ended: number; waiting: number }>`
    -- across accounts: a channel's figures cover all accounts that use it
    with today as (
      select one.channel_id, sum(one.submitted)::bigint as submitted, sum(one.delivered)::bigint as delivered, sum(one.ended)::bigint as ended
      from account, lateral (
        select channel_id, count(*) as submitted, count(*) filter (where state = 'delivered') as delivered,
          count(*) filter (where state in ('delivered', 'undelivered', 'expired', 'rejected', 'unknown')) as ended
        from message
        where message.account_id = account.account_id and message_id >= ${idFloor(chinaDayStart(now).getTime())}::uuid and channel_id is not null
        group by channel_id) as one
      group by 1),
    line as (select channel_id, sum(cardinality(message_ids)) as waiting from outbox group by 1)
    select channel.channel_id, coalesce(today.submitted, 0) as submitted, coalesce(today.delivered, 0) as delivered,
      coalesce(today.ended, 0) as ended, coalesce(line.waiting, 0) as waiting
    from channel
    left join today on today.channel_id = channel.channel_id
    left join line on line.channel_id = channel.channel_id`.execute(executor)
  return rows
}
