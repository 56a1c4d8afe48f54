import { expect, test } from 'vitest'
import { doneTime } from './delivery.ts'

test("a report within the minute ends the message at its arrival; a delayed one, at the carrier's time", () => {
  const receivedAt = new Date('2026-11-21T08:20:18.400Z')
  expect(doneTime(new Date('2026-11-21T08:20:00Z'), receivedAt)).toEqual(receivedAt)
  expect(doneTime(null, receivedAt)).toEqual(receivedAt)
  const earlier = new Date('2026-11-21T08:03:00Z')
  expect(doneTime(earlier, receivedAt)).toEqual(earlier)
})
