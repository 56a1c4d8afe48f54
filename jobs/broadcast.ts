import { completeBroadcasts, recallOutsideHours, releaseReviewed, startDueBroadcasts } from '#domain/broadcast/index.ts'
import type { PeriodicWork } from './task.ts'

/** Pauses broadcasts for quiet hours, starts those that are due and closes finished ones. */
export const startBroadcasts: PeriodicWork = {
  name: 'broadcasts',
  everyMs: 2_000,
  run: async ({ db, now }) => {
    await recallOutsideHours(db, now())
    await releaseReviewed(db, now())
    await startDueBroadcasts(db, now())
    await completeBroadcasts(db, now())
  },
}
