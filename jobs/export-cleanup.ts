import { purgeExports } from '#domain/export/index.ts'
import type { Files } from '#domain/platform/index.ts'
import type { PeriodicWork } from './task.ts'

const minuteMs = 60_000

/** Deletes exports after a week, and the files of canceled ones. */
export const purgeExportFiles = (files: Files): PeriodicWork => ({
  name: 'exports',
  everyMs: 10 * minuteMs,
  run: async ({ db, now, logger }) => {
    const removedCount = await purgeExports(db, files, now())
    if (removedCount > 0) logger.info({ removedCount }, 'files of exports that are over are removed')
  },
})
