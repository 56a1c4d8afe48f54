import { expect, test } from 'vitest'
import { durationWords, paceOf } from './progress.ts'

test('speed is the work between the first and the last sample, and gives the remaining time', () => {
  const samples = [
    { at: 0, doneCount: 100 },
    { at: 1_000, doneCount: 250 },
    { at: 2_000, doneCount: 300 },
  ]
  expect(paceOf(samples, 1_000)).toEqual({ perSecond: 100, secondsLeft: 10 })
})

test('speed is unknown with one sample, or none that differs', () => {
  expect(paceOf([], 10)).toBeNull()
  expect(paceOf([{ at: 0, doneCount: 5 }], 10)).toBeNull()
  expect(
    paceOf(
      [
        { at: 0, doneCount: 5 },
        { at: 1_000, doneCount: 5 },
      ],
      10,
    ),
  ).toBeNull()
})

test.each([
  [3, '不到1分钟'],
  [90, '约2分钟'],
  [3_600, '约60分钟'],
  [7_300, '约2小时'],
])('%d seconds are shown as %s', (seconds, words) => expect(durationWords(seconds)).toBe(words))
