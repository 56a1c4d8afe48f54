import type { BreakdownFacts } from './facts.ts'

interface Timed {
  breakdown: BreakdownFacts
  recipientCount: number
}

/** 「30 秒」, 「5 分」, 「2 时」, 「1 天」 since the start. */
export function elapsedText(seconds: number): string {
  if (seconds < 60) return `${seconds}秒`
  if (seconds < 3_600) return `${Math.round(seconds / 6) / 10}分`
  if (seconds < 86_400) return `${Math.round(seconds / 360) / 10}时`
  return `${Math.round(seconds / 8_640) / 10}天`
}

const steps = [5, 15, 60, 300, 900, 3_600, 14_400, 86_400]
const mostPoints = 60

/**
 * The shares of all numbers that were delivered by each time since the start, of two broadcasts on one axis; one that
 * has ended stays at its last value.
 */
export function comparedCurves(one: Timed, other: Timed): { labels: string[]; values: [number[], number[]] } {
  const both = [one, other] as const
  const lastSeconds = Math.max(...both.map(({ breakdown }) => breakdown.times.length * breakdown.spanSeconds))
  const finest = Math.min(...both.map(({ breakdown }) => breakdown.spanSeconds))
  const step = steps.find(one => one >= finest && lastSeconds / one <= mostPoints) ?? lastSeconds
  const points = Array.from({ length: Math.ceil(lastSeconds / step) }, (_, place) => (place + 1) * step)
  const valuesOf = ({ breakdown, recipientCount }: Timed) =>
    points.map(seconds => {
      const until = breakdown.times.slice(0, Math.floor(seconds / breakdown.spanSeconds))
      const delivered = until.reduce((sum, time) => sum + time.deliveredCount, 0)
      return Math.round((delivered / Math.max(1, recipientCount)) * 1_000) / 10
    })
  return { labels: points.map(elapsedText), values: [valuesOf(one), valuesOf(other)] }
}
