import { notifyExpiringPackages } from '#domain/orders/index.ts'
import type { PeriodicWork } from './task.ts'

/** Warns accounts of packages that run out soon. */
export const watchPackages: PeriodicWork = {
  name: 'watch packages',
  everyMs: 3_600_000,
  run: async ({ db, now }) => void (await notifyExpiringPackages(db, now())),
}
