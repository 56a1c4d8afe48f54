import { type Kysely, sql } from 'kysely'
import { idFloor } from '#values/id.ts'

const partitioned = ['message', 'visit'] as const
const monthsBack = 7
const monthsAhead = 3

const monthOf = (now: Date, offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
const dayText = (at: Date) => at.toISOString().slice(0, 10)

/**
 * Makes the monthly partitions from half a year back (messages are kept that long) to a quarter ahead. Safe to run again and at the same time. Takes the
 * owner's or the platform's role.
 */
export async function ensurePartitions(db: Kysely<unknown>, now: Date): Promise<void> {
  for (const table of partitioned)
    for (let offset = -monthsBack; offset <= monthsAhead; offset += 1) {
      const [from, until] = [monthOf(now, offset), monthOf(now, offset + 1)]
      await sql`select make_partition(${table}, ${dayText(from)}, ${idFloor(from)}, ${idFloor(until)})`.execute(db)
    }
}

/** Visits are kept for half a year at least: whole months that lie further back are dropped, however many visits they hold. */
export async function purgeOldVisits(db: Kysely<unknown>, now: Date): Promise<void> {
  await sql`select drop_visits_before(${dayText(monthOf(now, -monthsBack))})`.execute(db)
}
