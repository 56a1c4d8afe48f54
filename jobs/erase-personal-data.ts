import { eraseRequested, forgetCopies } from '#domain/personal-data/index.ts'
import type { PeriodicWork } from './task.ts'

/** Carries out erasures that phone owners asked for, and forgets the numbers of old requests. */
export const erasePersonalData: PeriodicWork = {
  name: 'erase personal data',
  everyMs: 10 * 60_000,
  run: async ({ db, now }) => {
    await eraseRequested(db, now())
    await forgetCopies(db, now())
  },
}
