import { endedCount, type StatisticsMeasures } from '#contract/messages/statistics.ts'
import { haoPerYuan } from '#values/money.ts'

export interface Metric {
  name: string
  unit: string
  /** In the unit; null where there is no value. */
  of: (measures: StatisticsMeasures) => number | null
  /** Whether the values of parts add up to the total. */
  isSum: boolean
}

const tenths = (value: number) => Math.round(value * 10) / 10
const seconds = (milliseconds: number | null) => (milliseconds === null ? null : tenths(milliseconds / 1000))
const shareOf = (part: number, whole: number) => (whole === 0 ? null : tenths((part / whole) * 100))

/** Metrics that a chart of statistics can show. */
export const metrics = {
  accepted: { name: '提交', unit: '条短信', of: one => one.acceptedCount, isSum: true },
  delivered: { name: '成功', unit: '条短信', of: one => one.deliveredCount, isSum: true },
  rate: { name: '到达率', unit: '%', of: one => shareOf(one.deliveredCount, endedCount(one)), isSum: false },
  failed: { name: '失败', unit: '条短信', of: one => one.failedCount, isSum: true },
  unknown: { name: '未知', unit: '条短信', of: one => one.unknownCount, isSum: true },
  refused: { name: '拦截', unit: '条短信', of: one => one.refusedCount, isSum: true },
  segments: { name: '条数', unit: '条', of: one => one.segmentCount, isSum: true },
  charged: { name: '扣费条数', unit: '条', of: one => one.chargedSegmentCount, isSum: true },
  cost: { name: '余额扣费', unit: '元', of: one => one.costHao / haoPerYuan, isSum: true },
  p50: { name: '到达耗时中位数', unit: '秒', of: one => seconds(one.p50Ms), isSum: false },
  p95: { name: '到达耗时P95', unit: '秒', of: one => seconds(one.p95Ms), isSum: false },
} as const satisfies Record<string, Metric>
export type MetricName = keyof typeof metrics
