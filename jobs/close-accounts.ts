import { closeAccount, dueClosings } from '#domain/closing/index.ts'
import type { PeriodicWork } from './task.ts'

/** Closes accounts after their cooling-off period. */
export const closeAccounts: PeriodicWork = {
  name: 'close_accounts',
  everyMs: 10 * 60_000,
  run: async ({ db, now }) => {
    for (const account of await dueClosings(db, now())) await closeAccount(db, account, now())
  },
}
