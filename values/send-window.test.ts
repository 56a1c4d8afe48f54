import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chinaMinuteOfDay, formatChinaTime } from './china-time.ts'
import { openFrom, type SendWindow, sharedWindow, spreadEnd, wholeDay, windowText } from './send-window.ts'

const china = (text: string) => new Date(`${text}+08:00`)
const day: SendWindow = { fromMinute: 8 * 60, untilMinute: 21 * 60 }

test.each([
  ['2026-11-21T07:59:59', '2026-11-21 08:00:00'],
  ['2026-11-21T08:00:00', '2026-11-21 08:00:00'],
  ['2026-11-21T20:59:59', '2026-11-21 20:59:59'],
  ['2026-11-21T21:00:00', '2026-11-22 08:00:00'],
  ['2026-12-31T23:59:59', '2027-01-01 08:00:00'],
])('what wants out at %s goes at %s', (at, expected) => expect(formatChinaTime(openFrom(day, china(at)))).toBe(expected))

test('two windows share the minutes that are in both', () => {
  expect(sharedWindow(day, { fromMinute: 540, untilMinute: 1440 })).toEqual({ fromMinute: 540, untilMinute: 1260 })
  expect(sharedWindow(day, { fromMinute: 1260, untilMinute: 1440 })).toBeNull()
  expect(windowText(day)).toBe('08:00–21:00')
})

test.each([
  [100, 100, '2026-11-21T10:00:00', '2026-11-21 10:01:00'],
  [6_000, 100, '2026-11-21T20:30:00', '2026-11-22 08:30:00'],
  [780 * 3, 1, '2026-11-21T08:00:00', '2026-11-23 21:00:00'],
  [1, 60, '2026-11-21T22:00:00', '2026-11-22 08:00:01'],
])('%d numbers at %d a minute from %s end at %s', (count, perMinute, begin, expected) =>
  expect(formatChinaTime(spreadEnd(day, { perMinute, count, begin: china(begin) }))).toBe(expected),
)

test('nothing is sent outside of the window, and a window of a whole day has no outside', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  const at = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(minute, minute, at, (a, b, moment) => {
      const window = { fromMinute: Math.min(a, b), untilMinute: Math.max(a, b) + 1 }
      const opened = openFrom(window, moment)
      expect(opened >= moment).toBe(true)
      expect(chinaMinuteOfDay(opened)).toBeGreaterThanOrEqual(window.fromMinute)
      expect(chinaMinuteOfDay(opened)).toBeLessThan(window.untilMinute)
      expect(openFrom(wholeDay, moment)).toEqual(moment)
    }),
  )
})
