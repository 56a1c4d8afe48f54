import { expect, test } from 'vitest'
import { partsOf, stepAfter } from './chart-parts.ts'

const drawn = (values: (number | null)[], isRunning: boolean) =>
  partsOf({ name: '访问', colour: 0, values, isRunning }).map(({ data, more }) => ({ data, more }))

test('a running last step is an open point behind a dashed line; the steps before it are drawn in full', () => {
  const [over, running] = drawn([4, 6, 2, null], true)
  expect(over).toEqual({ data: [4, 6], more: {} })
  expect(running).toMatchObject({
    data: [[2, 2]],
    more: { symbol: 'emptyCircle', markLine: { lineStyle: { type: 'dashed' }, data: [[{ coord: [1, 6] }, { coord: [2, 2] }]] } },
  })
})

test('the first step of all has no line, and a series that is over has one part', () => {
  expect(drawn([3], true).map(({ data, more }) => [data, 'markLine' in more])).toEqual([
    [[], false],
    [[[0, 3]], false],
  ])
  expect(drawn([4, 6], false)).toEqual([{ data: [4, 6], more: {} }])
})

test('arrow keys stop at both ends of a chart; other keys are not taken', () => {
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'a'].map(key => stepAfter(key, 13, 14))).toEqual([12, 13, 0, 13, undefined])
  expect(stepAfter('ArrowLeft', 0, 14)).toBe(0)
})
