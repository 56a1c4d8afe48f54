import type { Files } from '#domain/files.ts'
import { removeOldUploads } from '#domain/sms/upload/clean.ts'
import type { PeriodicWork } from './task.ts'

const hourMs = 3_600_000

/** Numbers that nobody sends to are not kept for ever. */
export const cleanUploads = (files: Files): PeriodicWork => ({
  name: 'uploads',
  everyMs: hourMs,
  run: async ({ db, now, logger }) => {
    const removedCount = await removeOldUploads(db, files, now())
    if (removedCount > 0) logger.info({ removedCount }, 'uploads that were never sent are removed')
  },
})
