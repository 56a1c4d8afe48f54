import { completeIncompleteParts } from '#domain/messages/index.ts'
import type { PeriodicWork } from './task.ts'

/** Shows concatenated inbound messages without parts that never arrived. */
export const keepUnfinishedInbound: PeriodicWork = {
  name: 'inbound parts',
  everyMs: 60_000,
  run: async ({ db, now, logger }) => {
    const keptCount = await completeIncompleteParts(db, now())
    if (keptCount > 0) logger.warn({ keptCount }, 'messages from phones lack a part')
  },
}
