import { notifyExpiry, purgeAbandonedDrafts } from '#domain/account/index.ts'
import type { PeriodicWork } from './task.ts'

const hourMs = 3_600_000

/** Warns about expiring identity documents, and deletes abandoned drafts of attestations. */
export const watchAttestations: PeriodicWork = {
  name: 'attestations',
  everyMs: hourMs,
  run: async ({ db, now, logger }) => {
    const notifiedCount = await notifyExpiry(db, now())
    if (notifiedCount > 0) logger.info({ notifiedCount }, 'accounts were notified that their documents expire')
    const leftCount = await purgeAbandonedDrafts(db, now())
    if (leftCount > 0) logger.info({ leftCount }, 'drafts of attestations that were left are removed')
  },
}
