import { z } from 'zod'
import { checkLedgers, lastCheckAt, purgeChecks } from '#domain/payments/index.ts'
import { chinaDay, chinaMinuteOfDay } from '#values/china-time.ts'
import { closeMonths } from './close-bills.ts'
import type { JobContext, JobTask, PeriodicWork } from './task.ts'

/** Four in the morning in China, when load is low. */
const nightMinute = 4 * 60

async function check(context: JobContext): Promise<void> {
  const { db, now, logger } = context
  // A month that ended while the program was down is not missing: it still has to be closed.
  await closeMonths.run(context)
  const { accountCount, problemCount } = await checkLedgers(db, now)
  await purgeChecks(db)
  if (problemCount > 0) logger.error({ accountCount, problemCount }, 'books do not add up: see the back office, 账务健康')
  else logger.info({ accountCount }, 'books add up')
}

/** Verifies the ledgers of all accounts every night, and at once if there was never a check. */
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

/** The same at the request of staff. */
export const checkLedgersTask: JobTask = async (payload, context) => {
  z.object({}).parse(payload)
  await check(context)
}
