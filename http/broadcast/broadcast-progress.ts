import { progressRoute } from '#contract/broadcast/broadcast.ts'
import { asAccount } from '#db/connect.ts'
import { type Progress, readProgress } from '#domain/broadcast/index.ts'
import type { App } from '#http/server/app.ts'
import { eventText, type StreamPace, serveStream } from '#http/server/event-stream.ts'
import type { Services } from '#http/server/serve.ts'
import { limits } from '#values/limits.ts'

/** Progress of broadcasts as server-sent events, one stream for each open page. */
export function serveProgress(app: App, services: Services, pace: StreamPace = { intervalMs: 1_000, heartbeatMs: 15_000 }): void {
  serveStream(app, services, progressRoute, {
    pace,
    maxPerMember: limits.progressStreamsPerMember,
    begin: ({ account }, { ids }) => {
      const lastSent = new Map<string, string>()
      return async () => eventOf(await asAccount(services.db, account, tx => readProgress(tx, account, ids)), lastSent)
    },
  })
}

/** The event for the broadcasts that have changed since the last event. */
function eventOf(rows: readonly Progress[], lastSent: Map<string, string>): string | null {
  const changed = rows.filter(row => {
    const text = JSON.stringify(row)
    if (lastSent.get(row.broadcastId) === text) return false
    lastSent.set(row.broadcastId, text)
    return true
  })
  return changed.length === 0 ? null : eventText('progress', progressRoute.event.encode({ rows: changed }))
}
