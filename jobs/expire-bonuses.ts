import { expireBonuses } from '#domain/payments/index.ts'
import type { PeriodicWork } from './task.ts'

/** Takes what is left of gifts of money (赠送金) when their time is over. */
export const endBonuses: PeriodicWork = {
  name: 'expire gift money',
  everyMs: 60_000,
  run: async ({ db, now }) => void (await expireBonuses(db, now())),
}
