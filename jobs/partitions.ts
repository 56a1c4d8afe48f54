import { ensurePartitions, purgeOldVisits } from '#db/partitions.ts'
import type { PeriodicWork } from './task.ts'

/** Creates the coming months' partitions, and drops those of visits past their retention. */
export const partitionWork = (keptVisitMonths: number): PeriodicWork => ({
  name: 'partitions',
  everyMs: 12 * 3_600_000,
  run: async ({ db, now }) => {
    await ensurePartitions(db, now())
    await purgeOldVisits(db, keptVisitMonths, now())
  },
})
