import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor } from '#values/id.ts'

export interface TodayFigures {
  messageCount: number
  deliveredCount: number
  failedCount: number
  /** On their way: neither delivered nor failed yet. */
  waitingCount: number
  /** Segments of all of them. */
  segmentCount: number
}

/** What an account sent since midnight in China. A range of ids is a range of time, so the key serves it. */
export async function todayFigures(executor: Executor, account: AccountId, now: Date): Promise<TodayFigures> {
  const failed = sql`state in ('undelivered', 'expired', 'rejected', 'unknown', 'refused')`
  return executor
    .selectFrom('message')
    .select([
      sql<number>`count(*)`.as('messageCount'),
      sql<number>`count(*) filter (where state = 'delivered')`.as('deliveredCount'),
      sql<number>`count(*) filter (where ${failed})`.as('failedCount'),
      sql<number>`count(*) filter (where state in ('queued', 'held', 'sending', 'submitted'))`.as('waitingCount'),
      sql<number>`coalesce(sum(segment_count), 0)::bigint`.as('segmentCount'),
    ])
    .where('account_id', '=', account)
    .where('message_id', '>=', idFloor(chinaDayStart(now)))
    .executeTakeFirstOrThrow()
}
