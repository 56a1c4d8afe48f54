import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { chinaDayStart } from '#values/china-time.ts'

/** How many customers there are and how they stand. */
export async function customerCounts(executor: Executor, now: Date) {
  const { rows } = await sql<{ count: number; unattestedCount: number; frozenCount: number; newTodayCount: number }>`
    -- across accounts: how many customers there are
    select count(*) as count, count(*) filter (where attested_at is null) as "unattestedCount",
      count(*) filter (where state = 'frozen') as "frozenCount", count(*) filter (where created_at >= ${chinaDayStart(now)}) as "newTodayCount"
    from account where kind = 'customer' and state <> 'closed'`.execute(executor)
  return rows[0]!
}

/** How many channels are up, down though wanted, and switched off. */
export async function channelCounts(executor: Executor) {
  const { rows } = await sql<{ upCount: number; downCount: number; disabledCount: number }>`
    select count(*) filter (where enabled and state = 'up') as "upCount", count(*) filter (where enabled and state = 'down') as "downCount",
      count(*) filter (where not enabled) as "disabledCount" from channel`.execute(executor)
  return rows[0]!
}
