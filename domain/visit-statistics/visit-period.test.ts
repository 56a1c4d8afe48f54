import { expect, test } from 'vitest'
import { periodNow, stepText, trendRanges } from './visit-period.ts'

const at = (text: string) => new Date(`${text}+08:00`)
const now = at('2026-11-21T14:23:45')

test('today is compared with yesterday up to the same minute, since the rest is still to come', () => {
  const { range, before } = periodNow({ from: '2026-11-21', to: '2026-11-21' }, now)
  expect(range).toEqual({ from: at('2026-11-21T00:00:00'), until: at('2026-11-22T00:00:00') })
  expect(before).toEqual({ from: at('2026-11-20T00:00:00'), until: at('2026-11-20T14:23:00') })
})

test('the seven days until today are compared with the seven before, to the hour', () => {
  const { before } = periodNow({ from: '2026-11-15', to: '2026-11-21' }, now)
  expect(before).toEqual({ from: at('2026-11-08T00:00:00'), until: at('2026-11-14T14:00:00') })
})

test('past days are compared with as many whole days, also when they begin later', () => {
  expect(periodNow({ from: '2026-11-10', to: '2026-11-12' }, now).before).toEqual({
    from: at('2026-11-07T00:00:00'),
    until: at('2026-11-10T00:00:00'),
  })
  expect(periodNow({ from: '2026-12-01', to: '2026-12-02' }, now).before.until).toEqual(at('2026-12-01T00:00:00'))
})

test('a period more than 90 days back is counted by whole days', () => {
  const { before } = periodNow({ from: '2026-08-01', to: '2026-11-21' }, now)
  expect(before.until).toEqual(at('2026-07-31T00:00:00'))
})

test('a trend by day ends its comparison at the same time; one by hour compares whole days', () => {
  const days = { from: '2026-11-15', to: '2026-11-21' }
  expect(trendRanges(days, 'day', now).before).toEqual({ from: at('2026-11-08T00:00:00'), until: at('2026-11-14T14:00:00') })
  expect(trendRanges(days, 'hour', now).before).toEqual({ from: at('2026-11-08T00:00:00'), until: at('2026-11-15T00:00:00') })
})

test('a trend by minute shows the hour that ends with this minute, beside the hour before it', () => {
  const { range, before } = trendRanges({ from: '2026-01-01', to: '2026-01-02' }, 'minute', now)
  expect(range).toEqual({ from: at('2026-11-21T13:24:00'), until: at('2026-11-21T14:24:00') })
  expect(before).toEqual({ from: at('2026-11-21T12:24:00'), until: at('2026-11-21T13:24:00') })
})

test('steps are labelled by the day or to the minute', () => {
  expect(stepText(at('2026-11-21T08:05:00'), 'minute')).toBe('2026-11-21 08:05')
  expect(stepText(at('2026-11-21T00:00:00'), 'day')).toBe('2026-11-21')
})
