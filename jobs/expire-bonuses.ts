import { expireBonuses } from '#domain/payments/index.ts'
import type { PeriodicWork } from './task.ts'

/** Expires the remaining bonus money (赠送金). */
export const endBonuses: PeriodicWork = {
  name: 'expire gift money',
  everyMs: 60_000,
  run: async ({ db, now }) => void (await expireBonuses(db, now())),
}
