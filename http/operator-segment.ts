import { actsOf } from '#contract/operator-history.ts'
import { operatorPortedCalls, operatorSegmentCalls, portedFileDoor, segmentFileDoor } from '#contract/operator-segment.ts'
import { listHistory } from '#domain/staff/history.ts'
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
} from '#domain/staff/segment.ts'
import type { AccountId } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'
import type { App } from './app.ts'
import { type Doors, handle } from './serve.ts'
import { serveStaffTableDoor } from './staff-table-door.ts'

export const operatorSegmentHandlers = [
  handle(operatorSegmentCalls.list, ({ tx }, filter) => listSegments(tx, filter)),

  handle(operatorSegmentCalls.set, async ({ tx, note }, { reason, ...segment }) => {
    note({ object: segment.prefix, detail: { reason } })
    const changed = await setSegment(tx, segment)
    note({ detail: { ...changed, reason } })
    return {}
  }),

  handle(operatorSegmentCalls.remove, async ({ tx, note }, { prefix, reason }) => {
    note({ object: prefix, detail: { reason } })
    note({ detail: { before: await removeSegment(tx, prefix), after: '无', reason } })
    return {}
  }),

  handle(operatorSegmentCalls.apply, async ({ tx, note }, { fileName, rows, reason }) => {
    note({ object: fileName, detail: { reason } })
    const counts = await applySegments(tx, rows)
    note({ detail: { ...counts, reason } })
    return counts
  }),

  handle(operatorSegmentCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, [...actsOf(operatorSegmentCalls), ...actsOf(operatorPortedCalls)], {
      ...filter,
      account: accountId as AccountId | undefined,
    }),
  ),

  handle(operatorPortedCalls.list, async ({ tx }, { phone }) => ({ rows: await listPorted(tx, phone) })),

  handle(operatorPortedCalls.apply, async ({ tx, note, now }, { rows, reason }) => {
    note({ object: '携号转网', detail: { reason } })
    const changedCount = await applyPorted(tx, rows, now())
    note({ detail: { changedCount, reason } })
    return { changedCount }
  }),

  handle(operatorPortedCalls.remove, async ({ tx, note }, { phone, reason }) => {
    note({ object: maskPhone(phone), detail: { reason } })
    await removePorted(tx, phone)
    return {}
  }),
]

/** Files of segments and of ported numbers go up as bytes and come back as they were understood. */
export function serveSegmentDoors(app: App, doors: Doors): void {
  serveStaffTableDoor(app, doors, segmentFileDoor, async ({ fileName, bytes }) => ({
    fileName,
    rows: await readSegmentFile(doors.db, bytes),
  }))
  serveStaffTableDoor(app, doors, portedFileDoor, async ({ fileName, bytes }) => ({ fileName, rows: await readPortedFile(bytes) }))
}
