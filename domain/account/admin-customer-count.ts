import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** The number of customers, by state. */
export async function customerCounts(executor: Executor, now: Date) {
  const { rows } = await sql<{ count: number; unattestedCount: number; frozenCount: number; newTodayCount: number }>`
    -- across accounts: how many customers there are
    select count(*) as count, count(*) filter (where attested_at is null) as "unattestedCount",
      count(*) filter (where state = 'frozen') as "frozenCount", count(*) filter (where created_at >= ${chinaDayStart(now)}) as "newTodayCount"
    from account where kind = 'customer' and state <> 'closed'`.execute(executor)
  return firstOrThrow(rows)
}
