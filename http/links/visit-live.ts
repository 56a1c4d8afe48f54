import { liveVisitsRoute } from '#contract/links/visit.ts'
import { asAccount } from '#db/connect.ts'
import { LiveVisitPoller } from '#domain/visit-statistics/index.ts'
import type { App } from '#http/server/app.ts'
import { eventText, type StreamPace, serveStream } from '#http/server/event-stream.ts'
import type { Services } from '#http/server/serve.ts'
import { limits } from '#values/limits.ts'
import { withRecipients } from './visit.ts'

/**
 * New visits as server-sent events, one stream for each open page. The first event confirms that it listens from now
 * on.
 */
export function serveLiveVisits(app: App, services: Services, pace: StreamPace = { intervalMs: 500, heartbeatMs: 15_000 }): void {
  serveStream(app, services, liveVisitsRoute, {
    pace,
    maxPerMember: limits.liveStreamsPerMember,
    begin: ({ account }, filter) => {
      const watch = new LiveVisitPoller(account, filter)
      return () =>
        asAccount(services.db, account, async tx => {
          const isFirst = !watch.hasPolled
          const { rows, count } = await watch.poll(tx, services.now())
          if (count === 0 && !isFirst) return null
          return eventText('visits', liveVisitsRoute.event.encode({ rows: await withRecipients(tx, account, rows), count }))
        })
    },
  })
}
