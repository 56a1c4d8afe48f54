import { expect, test } from 'vitest'
import { chinaMoment, nextMorning, nightText, scheduleDays, scheduleProblem, usualTimes } from './schedule.ts'

const at = (text: string) => Date.parse(chinaMoment(text)!)

test('the usual times are the next available evening and morning, the nearer one first', () => {
  expect(usualTimes(at('2026-11-21T15:00'))).toEqual([
    { name: '今晚 20:00', value: '2026-11-21T20:00' },
    { name: '明早 10:00', value: '2026-11-22T10:00' },
  ])
  expect(usualTimes(at('2026-11-30T19:57')).map(({ value }) => value)).toEqual(['2026-12-01T10:00', '2026-12-01T20:00'])
  expect(usualTimes(at('2026-11-21T03:34')).map(({ name }) => name)).toEqual(['今早 10:00', '今晚 20:00'])
  for (const clock of ['00:00', '09:54', '09:56', '19:54', '19:56', '23:59'])
    for (const { value } of usualTimes(at(`2026-11-21T${clock}`))) expect(scheduleProblem(value, at(`2026-11-21T${clock}`))).toBeNull()
})

test('a time at night is named, a time by day is not', () => {
  expect(nightText(at('2026-11-21T03:34'))).toBe('凌晨 03:34')
  expect(nightText(at('2026-11-21T05:00'))).toBe('清晨 05:00')
  expect(nightText(at('2026-11-21T22:00'))).toBe('深夜 22:00')
  for (const clock of ['08:00', '12:00', '21:59']) expect(nightText(at(`2026-11-21T${clock}`))).toBeNull()
  expect(nextMorning(at('2026-11-21T03:34'))).toEqual({ name: '今早 10:00', value: '2026-11-21T10:00' })
  expect(nextMorning(at('2026-11-21T23:10'))).toEqual({ name: '明早 10:00', value: '2026-11-22T10:00' })
})

test('days are offered from the first available minute to the last', () => {
  expect(scheduleDays(at('2026-11-21T23:57'))).toEqual(['2026-11-22', '2026-12-21'])
})
