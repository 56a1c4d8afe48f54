import { cutOldAddresses, purgeOldChanges } from '#domain/visits/index.ts'
import type { PeriodicWork } from './task.ts'

const hourMs = 3_600_000

/** Purges changes that all redirectors know by now, and truncates addresses of old visits. */
export const purgeLinks: PeriodicWork = {
  name: 'links',
  everyMs: hourMs,
  run: async ({ db, now, logger }) => {
    await purgeOldChanges(db, now())
    const cutCount = await cutOldAddresses(db, now())
    if (cutCount > 0) logger.info({ cutCount }, 'addresses of old visits are cut short')
  },
}
