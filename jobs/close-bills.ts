import { accountsToClose, closeBills } from '#domain/billing/index.ts'
import type { PeriodicWork } from './task.ts'

/**
 * Closes past months, each account in a transaction of its own. One whose books don't balance is logged and left open;
 * the others go on.
 */
export const closeMonths: PeriodicWork = {
  name: 'close bills',
  everyMs: 10 * 60_000,
  run: async ({ db, now, logger }) => {
    for (const account of await accountsToClose(db, now())) {
      try {
        const months = await db.transaction().execute(tx => closeBills(tx, account, now()))
        if (months.length > 0) logger.info({ account, months }, 'bills closed')
      } catch (error) {
        logger.error({ err: error, account }, 'a bill could not be closed')
      }
    }
  },
}
