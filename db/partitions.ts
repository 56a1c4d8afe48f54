import { type Kysely, sql } from 'kysely'
import { idFloor } from '#values/id.ts'

const partitioned = ['message', 'visit'] as const
const monthsBack = 7
const monthsAhead = 3

const monthOf = (now: Date, offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
const dayText = (at: Date) => at.toISOString().slice(0, 10)

/**
 * Creates the monthly partitions from half a year back (the retention of messages) to a quarter ahead. Idempotent and
 * safe to run concurrently. Takes the owner's or the platform's role.
 */
export async function ensurePartitions(db: Kysely<unknown>, now: Date): Promise<void> {
  for (const table of partitioned)
    for (let offset = -monthsBack; offset <= monthsAhead; offset += 1) {
      const [from, until] = [monthOf(now, offset), monthOf(now, offset + 1)]
      await sql`select make_partition(${table}, ${dayText(from)}, ${idFloor(from)}, ${idFloor(until)})`.execute(db)
    }
}

/**
 * Purges visits after at least half a year: drops whole monthly partitions that lie further back, however many visits
 * they hold.
 */
export async function purgeOldVisits(db: Kysely<unknown>, now: Date): Promise<void> {
  await sql`select drop_visits_before(${dayText(monthOf(now, -monthsBack))})`.execute(db)
}
