import { expireParts } from '#domain/apps/index.ts'
import type { PeriodicWork } from './task.ts'

/** Expires incomplete concatenated texts from SMPP, and reports that to their programs. */
export const expireSmppParts: PeriodicWork = {
  name: 'smpp parts',
  everyMs: 60_000,
  run: async ({ db, now, logger }) => {
    const partCount = await expireParts(db, now())
    if (partCount > 0) logger.info({ partCount }, 'parts that came by SMPP lacked others')
  },
}
