import { z } from 'zod'
import { checkLedgers, lastCheckAt, purgeChecks } from '#domain/payments/index.ts'
import { chinaDay, chinaMinuteOfDay } from '#values/china-time.ts'
import { closeMonths } from './close-bills.ts'
import type { JobContext, JobTask, PeriodicWork } from './task.ts'

/** At four in the morning in China nobody is in a hurry. */
const nightMinute = 4 * 60

async function check(context: JobContext): Promise<void> {
  const { db, now, logger } = context
  // A month whose time came while the program did not run is not missing, but still to be closed.
  await closeMonths.run(context)
  const { accountCount, problemCount } = await checkLedgers(db, now)
  await purgeChecks(db)
  if (problemCount > 0) logger.error({ accountCount, problemCount }, 'books do not add up: see the back office, 账务健康')
  else logger.info({ accountCount }, 'books add up')
}

/** Each night, and at once where there never was a check: every tie of every account. */
export const checkNightly: PeriodicWork = {
  name: 'check ledgers',
  everyMs: 5 * 60_000,
  run: async context => {
    const at = context.now()
    const last = await lastCheckAt(context.db)
    const isDone = last !== null && (chinaDay(last) === chinaDay(at) || chinaMinuteOfDay(at) < nightMinute)
    if (!isDone) await check(context)
  },
}

/** The same when staff ask for it. */
export const checkLedgersTask: JobTask = async (payload, context) => {
  z.object({}).parse(payload)
  await check(context)
}
