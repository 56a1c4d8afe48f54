import { archiveMonths, type MessageArchive } from '#domain/message-archive/index.ts'
import type { PeriodicWork } from './task.ts'

/** Archives messages of months before the last ones that stay in the database. */
export const archiveMessages = (archive: MessageArchive, keptMonths: number): PeriodicWork => ({
  name: 'archive messages',
  everyMs: 3_600_000,
  run: async ({ db, now, logger }) => {
    const months = await archiveMonths(db, archive, keptMonths, now())
    if (months.length > 0) logger.info({ months }, 'months of messages are archived')
  },
})
