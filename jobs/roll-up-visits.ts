import { purgeSteps, rollUpVisits } from '#domain/visits/index.ts'
import type { PeriodicWork } from './task.ts'

/**
 * Rolls up visit counts. Readers include counts that are not rolled up yet, so a delay costs them some rows but no
 * accuracy.
 */
export const rollUpVisitFigures: PeriodicWork = {
  name: 'visit-figures',
  everyMs: 5_000,
  run: async ({ db, now, logger }) => {
    const rolledUpCount = await rollUpVisits(db, now())
    logger.debug({ rolledUpCount }, 'visits added up')
  },
}

/** Purges visit counts by minute and hour past their retention. */
export const purgeVisitSteps: PeriodicWork = {
  name: 'visit-steps',
  everyMs: 3_600_000,
  run: ({ db, now }) => purgeSteps(db, now()),
}
