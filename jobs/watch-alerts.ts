import { asAccount } from '#db/connect.ts'
import { accountsToEvaluate, evaluateAccount, purgeAlerts } from '#domain/alert/index.ts'
import type { PeriodicWork } from './task.ts'

/** Accounts that are evaluated concurrently. */
const lanes = 4

/**
 * Evaluates every account's alert rules once a minute. Several programs share the accounts; an account whose rules
 * can't be evaluated delays no other.
 */
export const watchAlerts: PeriodicWork = {
  name: 'alerts',
  everyMs: 5_000,
  run: async ({ db, now, logger }) => {
    const accounts = (await accountsToEvaluate(db, now())).values()
    const lane = async () => {
      for (const account of accounts) {
        try {
          const changes = await asAccount(db, account, tx => evaluateAccount(tx, account, now()))
          if (changes && changes.firedCount + changes.endedCount > 0) logger.info({ account, ...changes }, 'alerts changed')
        } catch (error) {
          logger.error({ err: error, account }, 'alert rules could not be evaluated')
        }
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  },
}

const hourMs = 3_600_000

/** Purges past alerts after their retention. */
export const purgeAlertsDaily: PeriodicWork = {
  name: 'clean alerts',
  everyMs: hourMs,
  run: async ({ db, now }) => void (await purgeAlerts(db, now())),
}
