import { ensurePartitions, purgeOldVisits } from '#db/partitions.ts'
import type { PeriodicWork } from './task.ts'

/** Creates the coming months' partitions, and drops those of visits past their retention. */
export const partitionWork = (keptVisitMonths: number): PeriodicWork => ({
  name: 'partitions',
  everyMs: 12 * 3_600_000,
  run: async ({ db, now }) => {
    await ensurePartitions(db as Parameters<typeof ensurePartitions>[0], now())
    await purgeOldVisits(db as Parameters<typeof purgeOldVisits>[0], keptVisitMonths, now())
  },
})
