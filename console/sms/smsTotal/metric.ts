import { endedCount, type StatisticsMeasures } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { haoPerYuan } from '#values/money.ts'

export interface Metric {
  name: string
  unit: string
  /** In the unit; null where there is no value. */
  of: (measures: StatisticsMeasures) => number | null
  /** Whose messages a press on it lists. */
  measure: keyof StatisticsMeasures
  /** Whether the values of parts add up to the total. */
  isSum: boolean
}

const tenths = (value: number) => Math.round(value * 10) / 10
const seconds = (milliseconds: number | null) => (milliseconds === null ? null : tenths(milliseconds / 1000))
const shareOf = (part: number, whole: number) => (whole === 0 ? null : tenths((part / whole) * 100))

/** Metrics that a chart of statistics can show. */
export const metrics = {
  accepted: { name: terms.accepted, unit: '条短信', of: one => one.acceptedCount, measure: 'acceptedCount', isSum: true },
  delivered: { name: terms.delivered, unit: '条短信', of: one => one.deliveredCount, measure: 'deliveredCount', isSum: true },
  rate: { name: terms.rate, unit: '%', of: one => shareOf(one.deliveredCount, endedCount(one)), measure: 'acceptedCount', isSum: false },
  failed: { name: terms.failed, unit: '条短信', of: one => one.failedCount, measure: 'failedCount', isSum: true },
  unknown: { name: terms.unknown, unit: '条短信', of: one => one.unknownCount, measure: 'unknownCount', isSum: true },
  refused: { name: terms.refused, unit: '条短信', of: one => one.refusedCount, measure: 'refusedCount', isSum: true },
  segments: { name: terms.segments, unit: '条', of: one => one.segmentCount, measure: 'segmentCount', isSum: true },
  charged: { name: terms.charged, unit: '条', of: one => one.chargedSegmentCount, measure: 'chargedSegmentCount', isSum: true },
  cost: { name: terms.balancePaid, unit: '元', of: one => one.costHao / haoPerYuan, measure: 'costHao', isSum: true },
  p50: { name: terms.latencyP50, unit: '秒', of: one => seconds(one.p50Ms), measure: 'deliveredCount', isSum: false },
  p95: { name: terms.latencyP95, unit: '秒', of: one => seconds(one.p95Ms), measure: 'deliveredCount', isSum: false },
} as const satisfies Record<string, Metric>
export type MetricName = keyof typeof metrics
