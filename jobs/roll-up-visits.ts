import { purgeSteps, rollUpVisits } from '#domain/visits/index.ts'
import type { PeriodicWork } from './task.ts'

/** Adds up what was counted of visits. Readers find what is not added up yet, so the pause costs them some rows and no truth. */
export const rollUpVisitFigures: PeriodicWork = {
  name: 'visit-figures',
  everyMs: 5_000,
  run: async ({ db, now, logger }) => {
    const rolledUpCount = await rollUpVisits(db, now())
    logger.debug({ rolledUpCount }, 'visits added up')
  },
}

/** Figures by minute and by hour go when nobody can ask for them any more. */
export const purgeVisitSteps: PeriodicWork = {
  name: 'visit-steps',
  everyMs: 3_600_000,
  run: ({ db, now }) => purgeSteps(db, now()),
}
