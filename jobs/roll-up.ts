import { rollUpNext } from '#domain/message-records/index.ts'
import type { PeriodicWork } from './task.ts'

/**
 * Rolls up message counts into totals. Readers include counts that are not rolled up yet, so a delay costs them some
 * rows but no accuracy.
 */
export const rollUpStatistics: PeriodicWork = {
  name: 'statistics',
  everyMs: 5_000,
  run: async ({ db, logger }) => {
    const rolledUpCount = await rollUpNext(db)
    logger.debug({ rolledUpCount }, 'statistics folded')
  },
}
