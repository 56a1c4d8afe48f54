import { progressDoor } from '#contract/broadcast.ts'
import { asAccount } from '#db/connect.ts'
import { type Progress, readProgress } from '#domain/sms/broadcast/progress.ts'
import { limits } from '#values/limits.ts'
import type { App } from './app.ts'
import { eventText, type StreamPace, serveStream } from './event-stream.ts'
import type { Doors } from './serve.ts'

/** Serves the progress of broadcasts as server-sent events, one stream for each page that shows them. */
export function serveProgress(app: App, doors: Doors, pace: StreamPace = { intervalMs: 1_000, heartbeatMs: 15_000 }): void {
  serveStream(app, doors, progressDoor, {
    pace,
    mostPerMember: limits.progressStreamsPerMember,
    begin: ({ account }, { ids }) => {
      const told = new Map<string, string>()
      return async () => eventOf(await asAccount(doors.db, account, tx => readProgress(tx, account, ids)), told)
    },
  })
}

/** The event for those that have changed since they were last told. */
function eventOf(rows: readonly Progress[], told: Map<string, string>): string | null {
  const changed = rows.filter(row => {
    const text = JSON.stringify(row)
    if (told.get(row.broadcastId) === text) return false
    told.set(row.broadcastId, text)
    return true
  })
  return changed.length === 0 ? null : eventText('progress', progressDoor.event.encode({ rows: changed }))
}
