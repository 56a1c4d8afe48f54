import { liveVisitsDoor } from '#contract/visit.ts'
import { asAccount } from '#db/connect.ts'
import { VisitWatch } from '#domain/shorturl/live.ts'
import { limits } from '#values/limits.ts'
import type { App } from './app.ts'
import { eventText, type StreamPace, serveStream } from './event-stream.ts'
import type { Doors } from './serve.ts'
import { withRecipients } from './visit.ts'

/** Serves new visits as server-sent events, one stream for each page that shows them. The first event says that it listens from here on. */
export function serveLiveVisits(app: App, doors: Doors, pace: StreamPace = { intervalMs: 500, heartbeatMs: 15_000 }): void {
  serveStream(app, doors, liveVisitsDoor, {
    pace,
    mostPerMember: limits.liveStreamsPerMember,
    begin: ({ account }, filter) => {
      const watch = new VisitWatch(account, filter)
      return () =>
        asAccount(doors.db, account, async tx => {
          const isFirst = !watch.hasLooked
          const { rows, count } = await watch.look(tx, doors.now())
          if (count === 0 && !isFirst) return null
          return eventText('visits', liveVisitsDoor.event.encode({ rows: await withRecipients(tx, account, rows), count }))
        })
    },
  })
}
