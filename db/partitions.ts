import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { idFloor } from '#values/id.ts'
import type { DB } from './types.ts'

const partitioned = ['message', 'visit'] as const
/** Beside the current month: what is kept at least. */
export const monthsBack = 7
const monthsAhead = 3

const monthOf = (now: Date, offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
const dayText = (at: Date) => at.toISOString().slice(0, 10)

/**
 * Creates the monthly partitions from half a year back (the retention of messages) to a quarter ahead. Idempotent and
 * safe to run concurrently. Takes the owner's or the platform's role.
 */
export async function ensurePartitions(db: QueryExecutorProvider, now: Date): Promise<void> {
  for (const table of partitioned)
    for (let offset = -monthsBack; offset <= monthsAhead; offset += 1) {
      const [from, until] = [monthOf(now, offset), monthOf(now, offset + 1)]
      await sql`select make_partition(${table}, ${dayText(from)}, ${idFloor(from)}, ${idFloor(until)})`.execute(db)
    }
}

/** The first id of a month, `2026-03`, the first one after it, and when it ends. */
export function monthBounds(month: string): { from: string; until: string; endsAt: Date } {
  const from = new Date(`${month}-01T00:00:00Z`)
  const endsAt = monthOf(from, 1)
  return { from: idFloor(from), until: idFloor(endsAt), endsAt }
}

/** The first id of what is kept with the last `keptMonths` full months. */
export const firstKeptId = (keptMonths: number, now: Date): string => idFloor(monthOf(now, -keptMonths))

/** The months before the last `keptMonths` full ones that have a partition of messages, `2026-03`, oldest first. */
export async function messageMonths(db: Kysely<DB>, keptMonths: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select substring(child.relname from '\\d{4}_\\d{2}$') as month
    from pg_inherits join pg_class parent on parent.oid = inhparent join pg_class child on child.oid = inhrelid
    where parent.relname = 'message' order by 1`.execute(db)
  const oldest = dayText(monthOf(now, -keptMonths)).slice(0, 7)
  return rows.map(({ month }) => month.replace('_', '-')).filter(month => month < oldest)
}

/** Until when the partitions of each table reach. Past that nothing could be written. */
export async function partitionsUntil(db: Kysely<DB>): Promise<{ table: string; until: Date }[]> {
  const { rows } = await sql<{ table: string; month: string }>`
    select parent.relname as table, max(substring(child.relname from '\\d{4}_\\d{2}$')) as month
    from pg_inherits join pg_class parent on parent.oid = inhparent join pg_class child on child.oid = inhrelid
    where parent.relname = any(${[...partitioned]}::text[]) group by parent.relname order by parent.relname`.execute(db)
  return rows.map(({ table, month }) => ({ table, until: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)) }))
}

/** Purges visits: drops the partitions before the last `keptMonths` full months, however many visits they hold. */
export async function purgeOldVisits(db: QueryExecutorProvider, keptMonths: number, now: Date): Promise<void> {
  await sql`select drop_visits_before(${dayText(monthOf(now, -keptMonths))})`.execute(db)
}
