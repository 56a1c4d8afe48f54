import { type Kysely, sql } from 'kysely'
import { idFloor, newId } from '#values/id.ts'

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
      if (table === 'message' && until > now) await foretell(db, name, from)
    }
}

const foretoldRows = 2000
/** Until so many rows of its own, a month is taken for what was foretold of it. */
const firstAnalyzedRows = 10_000

/**
 * Lets the planner know a month of messages as it will be, before it has a row: with statistics of the first few, or none, a look at one phone's messages costs
 * as much by the key of all as by the index of phones, and a connection keeps the plan that it made first. Rows of one account, the most that may be, are written,
 * analysed and gone in one transaction; the statistics stay.
 */
async function foretell(db: Kysely<unknown>, name: string, from: Date): Promise<void> {
  if (!(await isUnknown(db, name))) return
  const account = newId()
  const ids = Array.from({ length: foretoldRows }, (_, index) => idFloor(from.getTime() + index * 1_000_000))
  await db.transaction().execute(async tx => {
    await sql`lock table ${sql.table(name)}`.execute(tx)
    if (!(await isUnknown(tx, name))) return
    await sql`insert into ${sql.table(name)} (account_id, message_id, kind, signature_id, template_id, phone, operator, content, segment_count, state)
      select ${account}::uuid, message_id, 'notice', ${account}::uuid, ${account}::uuid, (13800000000 + place * 997)::text, 'mobile', repeat('短', 60), 1, 'delivered'
      from unnest(${ids}::uuid[]) with ordinality as one (message_id, place)`.execute(tx)
    await sql`analyze ${sql.table(name)}`.execute(tx)
    await sql`truncate ${sql.table(name)}`.execute(tx)
    await sql`alter table ${sql.table(name)} set (autovacuum_analyze_threshold = ${sql.lit(firstAnalyzedRows)})`.execute(tx)
  })
}

/** Whether a table has neither rows nor statistics. */
async function isUnknown(db: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql<{ is_unknown: boolean }>`
    select not exists (select from pg_stats where schemaname = current_schema and tablename = ${name}) and not exists (select from ${sql.table(name)}) as is_unknown`.execute(
    db,
  )
  return rows[0]!.is_unknown
}

/** Visits are kept for half a year at least: whole months that lie further back are dropped, however many visits they hold. */
export async function dropOldVisits(db: Kysely<unknown>, now: Date): Promise<void> {
  const oldest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack, 1)).toISOString().slice(0, 7).replace('-', '_')
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'visit'::regclass and relname ~ '^visit_[0-9]{4}_[0-9]{2}$' and relname < ${`visit_${oldest}`}`.execute(db)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
}
