import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { RateLimit } from '#values/limiter.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'

export interface Counter {
  key: string
  limit: RateLimit
}

/**
 * Rate limiter: counts one under every key, or under none when one is exhausted: then `refuseFor` gets the milliseconds
 * until all are free, and its refusal rolls the count back, with the caller's transaction if there is one. Rows are
 * locked in the order of their keys, so that concurrent callers neither exceed the limit nor deadlock.
 */
export async function takeOne(
  executor: Executor,
  counters: readonly Counter[],
  now: Date,
  refuseFor: (waitMs: number) => never,
): Promise<void> {
  const nowMs = now.getTime()
  const sorted = [...counters].sort((a, b) => (a.key < b.key ? -1 : 1))
  const rows = sorted.map(({ key, limit }) => sql`(${key}, 1, ${nowMs + limit.windowMs}::bigint)`)
  const count = async (tx: Executor) => {
    const counted = await sql<{ key: string; points: number; expire: number }>`
      insert into rate_limit as counter (key, points, expire) values ${sql.join(rows)}
      on conflict (key) do update set
        points = case when counter.expire > ${nowMs}::bigint then counter.points + 1 else 1 end,
        expire = case when counter.expire > ${nowMs}::bigint then counter.expire else excluded.expire end
      returning key, points, expire`.execute(tx)
    const maxOf = new Map(counters.map(({ key, limit }) => [key, limit.most]))
    const waits = counted.rows.filter(({ key, points }) => points > getOrThrow(maxOf, key)).map(({ expire }) => expire - nowMs)
    if (waits.length > 0) refuseFor(Math.max(...waits))
  }
  await (executor.isTransaction ? count(executor) : executor.transaction().execute(count))
}

/** Current counts of the keys. */
export async function countsOf(executor: Executor, keys: readonly string[], now: Date): Promise<number[]> {
  const rows = await executor.selectFrom('rateLimit').select(['key', 'points', 'expire']).where('key', 'in', keys).execute()
  const counts = new Map(rows.filter(row => (row.expire ?? 0) > now.getTime()).map(row => [row.key, row.points]))
  return keys.map(key => counts.get(key) ?? 0)
}

/** Takes one back under each of the keys. */
export async function giveBack(executor: Executor, keys: readonly string[]): Promise<void> {
  await sql`
    update rate_limit set points = greatest(points - 1, 0)
    where key in (select key from rate_limit where key in (${sql.join(keys)}) order by key for update)`.execute(executor)
}

export async function forgetCount(executor: Executor, key: string): Promise<void> {
  await executor.deleteFrom('rateLimit').where('key', '=', key).execute()
}

/**
 * Counts one under a key in one statement, even when it is exhausted. Returns the milliseconds until it is allowed
 * again, 0 when it is allowed now.
 */
export async function countUp(executor: Executor, key: string, limit: RateLimit, now: Date): Promise<number> {
  const nowMs = now.getTime()
  const { rows } = await sql<{ points: number; expire: number }>`
    insert into rate_limit as counter (key, points, expire) values (${key}, 1, ${nowMs + limit.windowMs}::bigint)
    on conflict (key) do update set
      points = case when counter.expire > ${nowMs}::bigint then counter.points + 1 else 1 end,
      expire = case when counter.expire > ${nowMs}::bigint then counter.expire else excluded.expire end
    returning points, expire`.execute(executor)
  const { points, expire } = firstOrThrow(rows)
  return points <= limit.most ? 0 : expire - nowMs
}
