import { rebuyAll } from '#domain/orders/index.ts'
import type { PeriodicWork } from './task.ts'

/** Buys packages again for accounts that want it so, before they run out. */
export const rebuyPackages: PeriodicWork = {
  name: 'rebuy packages',
  everyMs: 15_000,
  run: async ({ db, now }) => void (await rebuyAll(db, now())),
}
