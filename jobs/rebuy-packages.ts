import { renewAll } from '#domain/orders/index.ts'
import type { PeriodicWork } from './task.ts'

/** Renews packages before they run out, for accounts that chose automatic renewal. */
export const rebuyPackages: PeriodicWork = {
  name: 'rebuy packages',
  everyMs: 15_000,
  run: async ({ db, now }) => void (await renewAll(db, now())),
}
