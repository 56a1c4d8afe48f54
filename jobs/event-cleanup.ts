import { sql } from 'kysely'
import { idFloor } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import type { PeriodicWork } from './task.ts'

const hourMs = 3_600_000
const batchSize = 5_000

/**
 * Purges in small batches: events that nobody pulled in time, old delivered or parked events, and the log of
 * deliveries.
 */
export const purgeEvents: PeriodicWork = {
  name: 'event cleanup',
  everyMs: hourMs,
  run: async ({ db, now }) => {
    const ago = (hours: number) => new Date(now().getTime() - hours * hourMs)
    const steps = [
      sql`delete from push_event -- across accounts: whatever nobody pulled
        where (account_id, event_id, queue_id) in (select account_id, event_id, queue_id from push_event
          where sink in ('pull', 'smpp', 'cmpp') and state = 'waiting' and recorded_at < ${ago(limits.pullHours)} limit ${batchSize})`,
      sql`delete from push_event -- across accounts: whatever ended long ago
        where (account_id, event_id, queue_id) in (select account_id, event_id, queue_id from push_event
          where (state = 'delivered' and ended_at < ${ago(limits.deliveryLogDays * 24)}) or (state = 'parked' and ended_at < ${ago(limits.parkedEventDays * 24)})
          limit ${batchSize})`,
      sql`delete from push_attempt -- across accounts: whatever is old
        where (account_id, attempt_id) in (select account_id, attempt_id from push_attempt
          where attempt_id < ${idFloor(ago(limits.deliveryLogDays * 24))} limit ${batchSize})`,
    ]
    for (const step of steps) while ((await step.execute(db)).numAffectedRows === BigInt(batchSize));
  },
}
