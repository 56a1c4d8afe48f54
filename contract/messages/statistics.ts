import { z } from 'zod'
import { get, member } from '#contract/call.ts'
import { idOf, noneOr } from '#contract/scalars.ts'
import { terms } from '#contract/terms.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { carriers } from '#values/phone.ts'
import { regionChoices } from '#values/region.ts'

const count = z.number().int()
const dayMs = 86_400_000
const day = z.iso.date('日期格式不正确')

/** Dimensions of messages. */
export const statisticsDimensions = {
  kind: '类型',
  app: '应用',
  signature: '签名',
  template: '模板',
  carrier: '运营商',
  province: '省份/国家',
} as const
export type StatisticsDimension = keyof typeof statisticsDimensions
const dimension = z.enum(keysOf(statisticsDimensions))

/** Steps of the time axis. */
export const statisticsGrains = { hour: '按时', day: '按日', month: '按月' } as const
export type StatisticsGrain = keyof typeof statisticsGrains
const grain = z.enum(keysOf(statisticsGrains))

const period = z.object({
  /** Days in China, both inclusive. */
  from: day,
  to: day,
  kind: z.enum(['otp', 'transactional', 'marketing']).optional(),
  appId: noneOr('app').optional(),
  signatureId: idOf('signature').optional(),
  templateId: noneOr('template').optional(),
  carrier: z.enum(carriers).optional(),
  province: z.enum(regionChoices).optional(),
})
export type StatisticsFilter = z.output<typeof period>

const daysOf = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / dayMs + 1
const isForward = (range: { from: string; to: string }) => daysOf(range) >= 1
const backward = { error: '结束日期不能早于开始日期', path: ['to'] }
const isShort = (range: { from: string; to: string }) => daysOf(range) <= limits.statisticsDays
const tooLong = { error: `一次最多统计${limits.statisticsDays}天`, path: ['from'] }
const isFine = ({ by, ...range }: { from: string; to: string; by: StatisticsGrain }) =>
  by !== 'hour' || daysOf(range) <= limits.statisticsHourDays
const tooFine = { error: `按时统计一次最多${limits.statisticsHourDays}天`, path: ['by'] }

/** Filter of 统计分析: a period and conditions, in steps of time, optionally split. */
export const trendFilter = period
  .extend({ by: grain, split: dimension.optional() })
  .refine(isForward, backward)
  .refine(isShort, tooLong)
  .refine(isFine, tooFine)
export type TrendFilter = z.output<typeof trendFilter>

/** Messages by the time of their acceptance, with their outcome so far. */
export const measures = z.object({
  acceptedCount: count,
  deliveredCount: count,
  /** Undelivered, expired, rejected. */
  failedCount: count,
  /** No report within 72 hours. */
  unknownCount: count,
  /** Blocked by blacklist or frequency limit, never sent. */
  refusedCount: count,
  canceledCount: count,
  /** On their way. */
  waitingCount: count,
  segmentCount: count,
  /** Segments of delivered messages: paid by packages or by the balance. */
  chargedSegmentCount: count,
  /** Hao that the balance paid. */
  costHao: count,
  /**
   * Percentiles of the time from submission to the report of delivered messages; null without any. Approximate, from a
   * histogram.
   */
  p50Ms: count.nullable(),
  p95Ms: count.nullable(),
})
export type StatisticsMeasures = z.output<typeof measures>

/**
 * Denominator of the delivered rate, wherever it is shown: messages that reached the carrier and ended, or had no
 * report in 72 hours.
 */
export const endedCount = ({
  deliveredCount,
  failedCount,
  unknownCount,
}: Pick<StatisticsMeasures, 'deliveredCount' | 'failedCount' | 'unknownCount'>) => deliveredCount + failedCount + unknownCount

/** Causes of undelivered messages, most frequent first, each with its codes. */
export const failureCauses = z.array(
  z.object({
    cause: z.string(),
    advice: z.string(),
    messageCount: count,
    codes: z.array(z.object({ code: z.string(), meaning: z.string(), messageCount: count })),
  }),
)

export type FailureCause = z.output<typeof failureCauses>[number]
const shownMeanings = 3

/** Meanings of the most frequent codes of a cause, in a line. */
export const meaningsOf = (codes: FailureCause['codes']) => [...new Set(codes.map(code => code.meaning))].slice(0, shownMeanings).join('、')

const named = { key: z.string(), name: z.string() }

export const statisticsCalls = {
  trend: get('/api/statistics', '发送统计：趋势与合计', member('message.read'), {
    input: trendFilter,
    answer: z.object({
      /** `2026-11-21 08:00`, `2026-11-21` or `2026-11`, all those in the period. */
      buckets: z.array(z.string()),
      totals: measures,
      /** The same number of days just before. */
      before: measures,
      /**
       * One series without a split; else those with the most messages and, last and with the key `rest`, the others.
       * Values are in the order of the buckets.
       */
      series: z.array(z.object({ ...named, values: z.array(measures) })),
    }),
  }),
  breakdown: get('/api/statistics/breakdown', '发送统计：按维度合计', member('message.read'), {
    input: period.extend({ split: dimension }).refine(isForward, backward).refine(isShort, tooLong),
    /** Most messages first. */
    answer: z.object({ rows: z.array(z.object({ ...named, ...measures.shape })) }),
  }),
  failures: get('/api/statistics/failures', `发送统计：${terms.causes}`, member('message.read'), {
    input: period.refine(isForward, backward).refine(isShort, tooLong),
    answer: z.object({ causes: failureCauses }),
  }),
  hours: get('/api/statistics/hours', '发送统计：一周各时段', member('message.read'), {
    input: period.refine(isForward, backward).refine(isShort, tooLong),
    /** A row of 24 counts of accepted messages for each day of the week, Monday first. */
    answer: z.object({ week: z.array(z.array(count)) }),
  }),
}
