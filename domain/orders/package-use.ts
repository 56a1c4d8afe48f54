import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/**
 * Segments charged to a package on each of the last `dayCount` days in China, today included, oldest first; days
 * without charges are 0. Refuses `not_found`.
 */
export async function packageUse(
  executor: Executor,
  account: AccountId,
  grantId: string,
  { now, dayCount }: { now: Date; dayCount: number },
): Promise<{ day: string; segmentCount: number }[]> {
  const spent = await executor
    .selectFrom('ledgerAccount')
    .select('ledgerAccountId')
    .where('accountId', '=', account)
    .where('grantId', '=', grantId)
    .where('purpose', '=', 'spent')
    .executeTakeFirst()
  if (!spent) refuse('not_found')
  const starts = Array.from({ length: dayCount }, (_, index) => chinaDayStart(now, index + 1 - dayCount))
  // A transfer's id is created when it is written, never before its moment: the key skips older ones.
  const { rows } = await sql<{ place: number; segmentCount: number }>`
    select width_bucket(at, ${starts}::timestamptz[]) as place, sum(amount)::bigint as "segmentCount"
    from transfer where account_id = ${account} and transfer_id >= ${idFloor(firstOrThrow(starts))} and at >= ${starts[0]}
      and kind = 'post' and credit_id = ${spent.ledgerAccountId}
    group by place`.execute(executor)
  const counts = new Map(rows.map(row => [row.place, row.segmentCount]))
  return starts.map((start, index) => ({ day: chinaDay(start), segmentCount: counts.get(index + 1) ?? 0 }))
}
