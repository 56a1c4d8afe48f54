import { expect, test } from 'vitest'
import { type ChartSeries, draw, stepAfter } from './drawing.ts'

const series = (values: (number | null)[], more: Partial<ChartSeries> = {}): ChartSeries => ({ name: '访问', colour: 0, values, ...more })
const days = (count: number) => Array.from({ length: count }, (_, day) => `11-${String(day + 1).padStart(2, '0')}`)
const size = { width: 640, height: 280 }
const line = (values: (number | null)[], more: Partial<ChartSeries> = {}) =>
  draw({ kind: 'line', labels: days(values.length), series: [series(values, more)], unit: '次' }, size)
const movesOf = (path: string | undefined) => path?.match(/[ML]/g)?.join('') ?? ''

test('a running last step is an open point behind a dashed line; the steps before it are drawn in full', () => {
  const [mark] = line([4, 6, 2, null], { isRunning: true }).marks
  expect(movesOf(mark?.line)).toBe('ML')
  expect(mark?.points).toHaveLength(2)
  expect(movesOf(mark?.running?.line)).toBe('ML')
  const [first] = line([3], { isRunning: true }).marks
  expect(first).toMatchObject({ line: '', points: [], running: { line: '' } })
  expect(line([4, 6]).marks[0]?.running).toBeNull()
})

test('a line breaks where there is no value, and a value between two gaps has a point even in a long line', () => {
  const values = days(60).map((_, step) => (step === 20 || step === 22 ? null : step))
  const [mark] = line(values).marks
  expect(movesOf(mark?.line)).toBe(`M${'L'.repeat(19)}MM${'L'.repeat(36)}`)
  expect(mark?.points).toHaveLength(1)
})

test('the axis has whole numbers from zero, or from below it; the highest value is within', () => {
  const texts = (values: number[]) => line(values).levels.map(({ text }) => text)
  expect(texts([0, 1])).toEqual(['0', '1'])
  expect(texts([3, 12_300])).toEqual(['0', '5,000', '10,000', '15,000'])
  expect(texts([-40, 90])[0]).toBe('-50')
  const { levels, frame } = line([7])
  expect(levels.at(0)?.y).toBe(frame.bottom)
  expect(levels.at(-1)?.y).toBe(frame.top)
})

test('labels that have no room are left out, and the place of each step leads back to it', () => {
  for (const kind of ['line', 'bar'] as const) {
    const drawing = draw({ kind, labels: days(90), series: [series(days(90).map((_, day) => day))], unit: '次' }, size)
    const [first, second] = drawing.names
    expect((second?.x ?? 0) - (first?.x ?? 0)).toBeGreaterThan(42)
    expect(days(90).map((_, step) => drawing.stepAt(drawing.xOf(step)))).toEqual(days(90).map((_, step) => step))
    expect(drawing.stepAt(0)).toBeNull()
  }
})

test('bars are stacked or stand side by side; each is found at its place, without those that are switched off', () => {
  const all = [series([10, 0], { name: '甲' }), series([30, 5], { name: '乙', colour: 1 })]
  const drawn = (kind: 'bar' | 'stack', hidden: string[] = []) => draw({ kind, labels: days(2), series: all, unit: '条' }, size, hidden)
  const stack = drawn('stack')
  const { bottom } = stack.frame
  expect([stack.seriesAt(stack.xOf(0), bottom - 5), stack.seriesAt(stack.xOf(0), bottom - 100), stack.seriesAt(stack.xOf(1), 60)]).toEqual([
    0,
    1,
    null,
  ])
  expect(stack.levels.at(-1)?.text).toBe('40')
  const bars = drawn('bar')
  expect([bars.seriesAt(bars.xOf(0) - 5, bottom - 5), bars.seriesAt(bars.xOf(0) + 5, bottom - 5)]).toEqual([0, 1])
  expect(bars.levels.at(-1)?.text).toBe('30')
  const one = drawn('stack', ['甲'])
  expect(one.marks).toHaveLength(1)
  expect(one.seriesAt(one.xOf(0), bottom - 5)).toBe(1)
  // Of nothing there is no bar.
  expect(stack.marks[0]?.bars.match(/M/g)).toHaveLength(1)
})

test('arrow keys stop at both ends of a chart; other keys are not taken', () => {
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'a'].map(key => stepAfter(key, 13, 14))).toEqual([12, 13, 0, 13, undefined])
  expect(stepAfter('ArrowLeft', 0, 14)).toBe(0)
})
