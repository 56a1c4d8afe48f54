import { type Kysely, sql } from 'kysely'
import { idFloor } from '#values/id.ts'

const partitioned = ['message', 'visit'] as const
const monthsBack = 7
const monthsAhead = 3

/** Makes the monthly partitions from half a year back (messages are kept that long) to a quarter ahead. Safe to run again and at the same time. */
export async function ensurePartitions(db: Kysely<unknown>, now: Date): Promise<void> {
  for (const table of partitioned)
    for (let offset = -monthsBack; offset <= monthsAhead; offset += 1) {
      const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
      const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset + 1, 1))
      const name = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`
      await sql`create table if not exists ${sql.table(name)} partition of ${sql.table(table)}
        for values from (${sql.lit(idFloor(from))}) to (${sql.lit(idFloor(until))}) with (fillfactor = 70)`.execute(db)
    }
}

/** Visits are kept for half a year at least: whole months that lie further back are dropped, however many visits they hold. */
export async function dropOldVisits(db: Kysely<unknown>, now: Date): Promise<void> {
  const oldest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack, 1)).toISOString().slice(0, 7).replace('-', '_')
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'visit'::regclass and relname ~ '^visit_[0-9]{4}_[0-9]{2}$' and relname < ${`visit_${oldest}`}`.execute(db)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
}
