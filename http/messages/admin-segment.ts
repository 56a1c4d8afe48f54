import { adminPortedCalls, adminSegmentCalls, portedFileRoute, segmentFileRoute } from '#contract/messages/admin-segment.ts'
import { actsOf } from '#contract/staff/admin-history.ts'
import {
  applyPorted,
  applySegments,
  listPorted,
  listSegments,
  readPortedFile,
  readSegmentFile,
  removePorted,
  removeSegment,
  setSegment,
} from '#domain/message-records/index.ts'
import { listHistory } from '#domain/staff/index.ts'
import type { App } from '#http/server/app.ts'
import { handle, type Services } from '#http/server/serve.ts'
import { serveStaffTableRoutes } from '#http/server/staff-table-route.ts'
import { maskPhone } from '#values/phone.ts'

export const adminSegmentHandlers = [
  handle(adminSegmentCalls.list, ({ tx }, filter) => listSegments(tx, filter)),

  handle(adminSegmentCalls.set, async ({ tx, note }, { reason, ...segment }) => {
    note({ object: segment.prefix, detail: { reason } })
    const changed = await setSegment(tx, segment)
    note({ detail: { ...changed, reason } })
  }),

  handle(adminSegmentCalls.remove, async ({ tx, note }, { prefix, reason }) => {
    note({ object: prefix, detail: { reason } })
    note({ detail: { before: await removeSegment(tx, prefix), after: '无', reason } })
  }),

  handle(adminSegmentCalls.apply, async ({ tx, note }, { fileName, rows, reason }) => {
    note({ object: fileName, detail: { reason } })
    const counts = await applySegments(tx, rows)
    note({ detail: { ...counts, reason } })
    return counts
  }),

  handle(adminSegmentCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, [...actsOf(adminSegmentCalls), ...actsOf(adminPortedCalls)], {
      ...filter,
      account: accountId,
    }),
  ),

  handle(adminPortedCalls.list, async ({ tx }, { phone }) => ({ rows: await listPorted(tx, phone) })),

  handle(adminPortedCalls.apply, async ({ tx, note, now }, { rows, reason }) => {
    note({ object: '携号转网', detail: { reason } })
    const changedCount = await applyPorted(tx, rows, now())
    note({ detail: { changedCount, reason } })
    return { changedCount }
  }),

  handle(adminPortedCalls.remove, async ({ tx, note }, { phone, reason }) => {
    note({ object: maskPhone(phone), detail: { reason } })
    await removePorted(tx, phone)
  }),
]

/** Upload and preview of files with number segments and ported numbers. */
export function serveSegmentRoutes(app: App, services: Services): void {
  serveStaffTableRoutes(app, services, segmentFileRoute, async ({ fileName, bytes }) => ({
    fileName,
    rows: await readSegmentFile(services.db, bytes),
  }))
  serveStaffTableRoutes(app, services, portedFileRoute, async ({ fileName, bytes }) => ({ fileName, rows: await readPortedFile(bytes) }))
}
