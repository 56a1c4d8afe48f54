import { announceAlerts, checkPlatform, purgeOnCall } from '#domain/on-call/index.ts'
import type { PeriodicWork } from './task.ts'

/** Checks the platform for what staff must know, and tells those on duty. */
export const watchPlatform: PeriodicWork = {
  name: 'watch platform',
  everyMs: 30_000,
  run: async ({ db, now, logger }) => {
    for (const { isOver, ...alert } of await checkPlatform(db, now()))
      if (isOver) logger.warn(alert, 'system alert is over')
      else logger.error(alert, 'system alert')
    await announceAlerts(db, now())
    await purgeOnCall(db, now())
  },
}
