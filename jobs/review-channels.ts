import { reviewChannels, sweepExchanges } from '#domain/channels/index.ts'
import type { PeriodicWork } from './task.ts'

/** Withdraws traffic from channels that sag, gives it back when they recover, and removes exchanges that are old. */
export const reviewChannelQuality: PeriodicWork = {
  name: 'review channels',
  everyMs: 60_000,
  run: async ({ db, now, logger }) => {
    for (const { withdrawal, ...channel } of await reviewChannels(db, now()))
      logger.warn({ ...channel, withdrawal }, withdrawal ? 'traffic is withdrawn from a channel' : 'a channel gets its traffic again')
    await sweepExchanges(db, now())
  },
}
