import { nice, ticks } from 'd3-array'
import { thousands } from '#ui/display/Count.tsx'

export type ChartKind = 'line' | 'bar' | 'stack'

export interface ChartSeries {
  name: string
  /** Index of the theme's chart colours: one thing has the same colour on each page. */
  colour: number
  /** Null: no value, as the rate of no messages. */
  values: (number | null)[]
  /** A reference line for comparison. */
  isDashed?: boolean
  /** The last value belongs to a step that isn't over: the line to it is dashed and its point open. */
  isRunning?: boolean
}

/** In CSS pixels. */
export interface Size {
  width: number
  height: number
}
type Point = readonly [x: number, y: number]
type Bar = Size & { x: number; y: number }

/** What is drawn of one series, as SVG paths. */
interface Mark {
  colour: number
  isDashed: boolean
  /** Rectangles. */
  bars: string
  line: string
  points: Point[]
  /** Of a step that isn't over. */
  running: { line: string; point: Point } | null
}

export interface Drawing {
  /** The place of the values. */
  frame: { left: number; right: number; top: number; bottom: number }
  /** Values with a line, and where it is. */
  levels: { text: string; y: number }[]
  /** The labels that have room. */
  names: { text: string; x: number }[]
  stepWidth: number
  /** The middle of a step. */
  xOf: (step: number) => number
  /** The step of a place, null: none. */
  stepAt: (x: number) => number | null
  marks: Mark[]
  /** Index of the series whose bar is at a place. */
  seriesAt: (x: number, y: number) => number | null
}

const levelHeightPx = 48
const maxBarPx = 24
const nameGapPx = 14
/** The names of the series, and those of the steps. */
const legendHeightPx = 44
const axisHeightPx = 24
const marginPx = 8
/** From more steps on, points would hide their line. */
const maxPointSteps = 31
/** Width of a text of 12 px. */
const textWidth = (text: string) => [...text].reduce((width, letter) => width + (letter > '⺀' ? 12 : 7), 0)

/** Money has the sign that it has everywhere else. */
export const valueText = (value: number | null | undefined, unit: string) => {
  if (typeof value !== 'number') return '–'
  return unit === '元' ? `¥${thousands(value)}` : `${thousands(value)} ${unit}`
}

/** The step of a chart after a key; undefined: the key means nothing there. */
export function stepAfter(key: string, step: number, count: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, step - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(count - 1, step + 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Bounds of an axis of whole numbers that includes zero, and the values along it. */
function axisOf(values: readonly number[], count: number): { low: number; high: number; levels: number[] } {
  const [low, high] = nice(Math.min(0, ...values), Math.max(1, ...values), count)
  return { low, high, levels: ticks(low, high, count).filter(Number.isInteger) }
}

/** From and to which value the bar of a series goes in a step. */
type Span = readonly [from: number, to: number]
function spansOf(kind: ChartKind, series: readonly ChartSeries[], stepCount: number): Span[][] {
  const tops = Array.from({ length: stepCount }, () => 0)
  return series.map(one =>
    tops.map((top, step) => {
      const value = one.values[step] ?? 0
      if (kind !== 'stack') return [0, value]
      tops[step] = top + value
      return [top, top + value]
    }),
  )
}

const round = (value: number) => Math.round(value * 10) / 10
const linePath = (points: readonly Point[]) => points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
const barPath = ({ x, y, width, height }: Bar) =>
  height === 0 ? '' : `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
const isWithin = (bar: Bar, x: number, y: number) => x >= bar.x && x <= bar.x + bar.width && y >= bar.y && y <= bar.y + bar.height

/** A line and the points that are shown of it: where few are, or where no line leads to it. */
function lineOf(one: ChartSeries, place: (step: number, value: number) => Point): Omit<Mark, 'bars' | 'colour' | 'isDashed'> {
  const last = one.values.findLastIndex(value => value !== null)
  const runs: Point[][] = [[]]
  for (const [step, value] of one.values.entries()) {
    if (one.isRunning && step === last) break
    if (value === null) runs.push([])
    else runs.at(-1)?.push(place(step, value))
  }
  const hasPoints = one.values.length <= maxPointSteps && !one.isDashed
  const line = runs.map(linePath).join('')
  const points = runs.filter(run => hasPoints || run.length === 1).flat()
  const value = one.values[last]
  if (!one.isRunning || typeof value !== 'number') return { line, points, running: null }
  const [point, before] = [place(last, value), one.values[last - 1]]
  return { line, points, running: { point, line: typeof before === 'number' ? linePath([place(last - 1, before), point]) : '' } }
}

/** Where steps are along the axis of names. Points of a line are at both ends of it, bars have room of their own. */
function stepsOf(kind: ChartKind, count: number, left: number, right: number) {
  const isLine = kind === 'line'
  const stepWidth = (right - left) / Math.max(1, isLine ? count - 1 : count)
  const first = isLine ? (count === 1 ? (left + right) / 2 : left) : left + stepWidth / 2
  const xOf = (step: number) => first + step * stepWidth
  const stepAt = (x: number) => {
    if (x < left - stepWidth / 2 || x > right + stepWidth / 2) return null
    return Math.min(count - 1, Math.max(0, Math.round((x - first) / stepWidth)))
  }
  return { stepWidth, xOf, stepAt }
}

/** The picture of a chart without the series that are switched off. */
export function draw(
  { kind, labels, series, unit }: { kind: ChartKind; labels: readonly string[]; series: readonly ChartSeries[]; unit: string },
  { width, height }: Size,
  hidden: readonly string[] = [],
): Drawing {
  const shown = series.filter(one => !hidden.includes(one.name))
  const spans = spansOf(kind, shown, labels.length)
  const [top, bottom] = [legendHeightPx, height - axisHeightPx]
  const { low, high, levels } = axisOf(spans.flat(2), Math.max(2, Math.floor((bottom - top) / levelHeightPx)))
  const texts = levels.map(level => `${unit === '元' ? '¥' : ''}${thousands(level)}`)
  const nameWidth = Math.max(0, ...labels.map(textWidth))
  const [isLine, halfName] = [kind === 'line', nameWidth / 2]
  const left = Math.max(Math.max(...texts.map(textWidth)) + 2 * marginPx, isLine ? halfName : 0)
  const right = Math.max(left + 1, width - (isLine ? Math.max(2 * marginPx, halfName) : marginPx))
  const { stepWidth, xOf, stepAt } = stepsOf(kind, labels.length, left, right)
  const yOf = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - top)
  const columnCount = kind === 'stack' ? 1 : Math.max(1, shown.length)
  const barWidth = Math.max(1, Math.min(maxBarPx, (stepWidth * 0.7) / columnCount))
  const barOf = (index: number, step: number): Bar => {
    const [from, to] = spans[index]?.[step] ?? [0, 0]
    const x = xOf(step) - (barWidth * columnCount) / 2 + (kind === 'stack' ? 0 : index * barWidth)
    return { x, y: yOf(Math.max(from, to)), width: barWidth, height: Math.abs(yOf(from) - yOf(to)) }
  }
  const every = Math.ceil((nameWidth + nameGapPx) / stepWidth)
  return {
    frame: { left, right, top, bottom },
    levels: levels.map((level, index) => ({ text: texts[index] ?? '', y: yOf(level) })),
    names: labels.map((text, step) => ({ text, x: xOf(step) })).filter((_, step) => step % every === 0),
    stepWidth,
    xOf,
    stepAt,
    marks: shown.map((one, index) => ({
      colour: one.colour,
      isDashed: one.isDashed ?? false,
      ...(isLine
        ? { bars: '', ...lineOf(one, (step, value) => [xOf(step), yOf(value)]) }
        : { bars: labels.map((_, step) => barPath(barOf(index, step))).join(''), line: '', points: [], running: null }),
    })),
    seriesAt: (x, y) => {
      const step = stepAt(x)
      const hit = isLine || step === null ? undefined : shown.find((_, index) => isWithin(barOf(index, step), x, y))
      return hit ? series.indexOf(hit) : null
    },
  }
}
