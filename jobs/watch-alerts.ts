import { asAccount } from '#db/connect.ts'
import { accountsToWatch, evaluateAccount, purgeAlerts } from '#domain/alert/index.ts'
import type { PeriodicWork } from './task.ts'

/** Accounts that are looked at side by side. */
const lanes = 4

/** Looks at every account's alert rules once a minute. Several programs share the accounts; one whose rules can't be judged keeps nobody else from theirs. */
export const watchAlerts: PeriodicWork = {
  name: 'alerts',
  everyMs: 5_000,
  run: async ({ db, now, logger }) => {
    const accounts = (await accountsToWatch(db, now())).values()
    const lane = async () => {
      for (const account of accounts) {
        try {
          const changes = await asAccount(db, account, tx => evaluateAccount(tx, account, now()))
          if (changes && changes.firedCount + changes.endedCount > 0) logger.info({ account, ...changes }, 'alerts changed')
        } catch (error) {
          logger.error({ err: error, account }, 'alert rules could not be judged')
        }
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  },
}

const hourMs = 3_600_000

/** Alerts that are over go when their time is. */
export const purgeAlertsDaily: PeriodicWork = {
  name: 'clean alerts',
  everyMs: hourMs,
  run: async ({ db, now }) => void (await purgeAlerts(db, now())),
}
