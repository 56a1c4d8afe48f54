import { rollUpNext } from '#domain/message-records/index.ts'
import type { PeriodicWork } from './task.ts'

/** Folds what was counted into the totals. Readers add what is not folded yet, so the pause costs them some rows and no truth. */
export const rollUpStatistics: PeriodicWork = {
  name: 'statistics',
  everyMs: 5_000,
  run: async ({ db, logger }) => {
    const rolledUpCount = await rollUpNext(db)
    logger.debug({ rolledUpCount }, 'statistics folded')
  },
}
