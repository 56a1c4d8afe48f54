import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/**
 * One-time codes and notifications of all accounts accepted in an hour since 1970, and how many have no outcome yet.
 */
export async function countUnreported(executor: Executor, hour: number): Promise<{ acceptedCount: number; unreportedCount: number }> {
  const { rows } = await sql<{ acceptedCount: number; endedCount: number }>`
    select coalesce(sum(accepted_count), 0)::bigint as "acceptedCount",
      coalesce(sum(delivered_count + failed_count + unknown_count + refused_count + canceled_count), 0)::bigint as "endedCount"
    from account cross join lateral (select * from statistics_hour -- across accounts: how late reports are
      where account_id = account.account_id and hour = ${hour} and kind in ('otp', 'transactional')) as one`.execute(executor)
  const { acceptedCount, endedCount } = firstOrThrow(rows)
  return { acceptedCount, unreportedCount: acceptedCount - endedCount }
}
