import { removeLeftDrafts, warnOfEnds } from '#domain/account/index.ts'
import type { PeriodicWork } from './task.ts'

const hourMs = 3_600_000

/** Tells whose papers end, and throws away drafts of attestations that were left. */
export const watchAttestations: PeriodicWork = {
  name: 'attestations',
  everyMs: hourMs,
  run: async ({ db, now, logger }) => {
    const toldCount = await warnOfEnds(db, now())
    if (toldCount > 0) logger.info({ toldCount }, 'accounts were told that their papers end')
    const leftCount = await removeLeftDrafts(db, now())
    if (leftCount > 0) logger.info({ leftCount }, 'drafts of attestations that were left are removed')
  },
}
