import { completeBroadcasts, recallOutsideHours, releaseReviewed, startDueBroadcasts, watchChannels } from '#domain/broadcast/index.ts'
import type { PeriodicWork } from './task.ts'

/** Pauses broadcasts for quiet hours, starts those that are due, watches their channels and closes finished ones. */
export const startBroadcasts: PeriodicWork = {
  name: 'broadcasts',
  everyMs: 2_000,
  run: async ({ db, now }) => {
    await recallOutsideHours(db, now())
    await releaseReviewed(db, now())
    await startDueBroadcasts(db, now())
    await watchChannels(db, now())
    await completeBroadcasts(db, now())
  },
}
