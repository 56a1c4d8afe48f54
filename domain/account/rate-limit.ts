import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'

/** So many in a window that begins with the first. */
export interface RateLimit {
  windowMs: number
  most: number
}

/**
 * Counts one more under a key, in one statement, so that parallel callers can't slip past. Gives the milliseconds until it is allowed again, 0 when it is
 * allowed now. What is over the limit does not lengthen the window.
 */
export async function countUp(executor: Executor, key: string, limit: RateLimit, now: Date): Promise<number> {
  const nowMs = now.getTime()
  const { rows } = await sql<{ points: number; expire: number }>`
    insert into rate_limit as counter (key, points, expire) values (${key}, 1, ${nowMs + limit.windowMs}::bigint)
    on conflict (key) do update set
      points = case when counter.expire > ${nowMs}::bigint then counter.points + 1 else 1 end,
      expire = case when counter.expire > ${nowMs}::bigint then counter.expire else excluded.expire end
    returning points, expire`.execute(executor)
  const { points, expire } = rows[0]!
  return points <= limit.most ? 0 : expire - nowMs
}

/** How many are counted under a key now. */
export async function countOf(executor: Executor, key: string, now: Date): Promise<number> {
  const row = await executor.selectFrom('rate_limit').select(['points', 'expire']).where('key', '=', key).executeTakeFirst()
  return row && (row.expire ?? 0) > now.getTime() ? row.points : 0
}

export async function forgetCount(executor: Executor, key: string): Promise<void> {
  await executor.deleteFrom('rate_limit').where('key', '=', key).execute()
}
