import { expect, test } from 'vitest'
import { chinaDay, chinaDayStart, chinaMinuteOfDay, formatChinaTime } from './china-time.ts'

test('a day in China starts at 16:00 UTC of the day before', () => {
  const last = new Date('2026-11-20T15:59:59.999Z')
  const first = new Date('2026-11-20T16:00:00.000Z')
  expect([chinaDay(last), chinaDay(first)]).toEqual(['2026-11-20', '2026-11-21'])
  expect(chinaDayStart(first)).toEqual(first)
  expect(chinaDayStart(last, 1)).toEqual(first)
  expect([chinaMinuteOfDay(last), chinaMinuteOfDay(first)]).toEqual([1439, 0])
  expect(formatChinaTime(last)).toBe('2026-11-20 23:59:59')
})
