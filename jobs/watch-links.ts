import { asPlatform } from '#db/connect.ts'
import { watchLinks } from '#domain/links/index.ts'
import type { PeriodicWork } from './task.ts'

const minuteMs = 60_000

/** Blocks short links whose target has been forbidden. */
export const watchShortLinks: PeriodicWork = {
  name: 'watch-links',
  everyMs: minuteMs,
  run: async ({ db, now, logger }) => {
    const { blockedCount, loopCount } = await asPlatform(db, tx => watchLinks(tx, now()))
    if (blockedCount + loopCount > 0) logger.warn({ blockedCount, loopCount }, 'short links that became forbidden were blocked')
  },
}
