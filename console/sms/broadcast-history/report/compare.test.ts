import { expect, test } from 'vitest'
import { comparedCurves, elapsedText } from './compare.ts'

const of = (spanSeconds: number, delivered: number[]) => ({
  recipientCount: 10,
  breakdown: {
    ...{ causes: [], carriers: [], provinces: [], spanSeconds },
    times: delivered.map((deliveredCount, place) => ({
      at: new Date(place * spanSeconds * 1_000).toISOString(),
      submittedCount: 0,
      deliveredCount,
      clickedCount: 0,
    })),
  },
})

test('two broadcasts of different spans are compared at the same times since their start', () => {
  expect(comparedCurves(of(5, [1, 2, 3]), of(15, [4, 6]))).toEqual({
    labels: ['5秒', '10秒', '15秒', '20秒', '25秒', '30秒'],
    values: [
      [10, 30, 60, 60, 60, 60],
      [0, 0, 40, 40, 40, 100],
    ],
  })
  expect(comparedCurves(of(5, []), of(5, []))).toEqual({ labels: [], values: [[], []] })
})

test('a long broadcast has no more points than a chart can show', () => {
  expect(comparedCurves(of(5, [1]), of(86_400, [1, 1])).labels.length).toBeLessThanOrEqual(60)
})

test.each([
  [45, '45秒'],
  [90, '1.5分'],
  [7_200, '2时'],
  [129_600, '1.5天'],
])('%d seconds are shown as %s', (seconds, text) => expect(elapsedText(seconds)).toBe(text))
