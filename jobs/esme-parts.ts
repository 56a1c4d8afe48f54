import { expireParts } from '#domain/apps/index.ts'
import type { PeriodicWork } from './task.ts'

/** Expires incomplete concatenated texts of SMPP and CMPP, and reports that to their programs. */
export const expireEsmeParts: PeriodicWork = {
  name: 'esme parts',
  everyMs: 60_000,
  run: async ({ db, now, logger }) => {
    const partCount = await expireParts(db, now())
    if (partCount > 0) logger.info({ partCount }, 'parts of texts lacked others')
  },
}
