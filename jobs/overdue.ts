import { expireQueued } from '#domain/messages/index.ts'
import type { PeriodicWork } from './task.ts'

const minuteMs = 60_000

/** Refunds messages that could not be sent within their validity period. */
export const endOverdue: PeriodicWork = {
  name: 'overdue',
  everyMs: minuteMs,
  run: async ({ db, now, logger }) => {
    const endedCount = await expireQueued(db, now())
    if (endedCount > 0) logger.warn({ endedCount }, 'messages expired before they could be sent')
  },
}
