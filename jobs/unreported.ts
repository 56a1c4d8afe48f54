import { expireUnreported } from '#domain/messages/index.ts'
import type { PeriodicWork } from './task.ts'

const quarterHourMs = 900_000

/** Refunds messages that carriers never reported on. */
export const endUnreported: PeriodicWork = {
  name: 'unreported',
  everyMs: quarterHourMs,
  run: async ({ db, now, logger }) => {
    const endedCount = await expireUnreported(db, now())
    if (endedCount > 0) logger.info({ endedCount }, 'messages without a report became unknown')
  },
}
