import { purgeReplies } from '#domain/delivery/index.ts'
import type { PeriodicWork } from './task.ts'

/** Deletes replies of months before the last ones that are kept. */
export const purgeOldReplies = (keptMonths: number): PeriodicWork => ({
  name: 'purge replies',
  everyMs: 3_600_000,
  run: ({ db, now }) => purgeReplies(db, keptMonths, now()),
})
