import { dropOldVisits, ensurePartitions } from '#db/partitions.ts'
import type { PeriodicWork } from './task.ts'

/** Makes the coming months' partitions, and drops those of visits that were kept long enough. */
export const partitionWork: PeriodicWork = {
  name: 'partitions',
  everyMs: 12 * 3_600_000,
  run: async ({ db, now }) => {
    await ensurePartitions(db as Parameters<typeof ensurePartitions>[0], now())
    await dropOldVisits(db as Parameters<typeof dropOldVisits>[0], now())
  },
}
