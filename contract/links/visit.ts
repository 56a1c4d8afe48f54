import { z } from 'zod'
import { get, member } from '#contract/call.ts'
import { hourOfDay, idOf, moment, pageOf, pageSize, weekday } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { devices } from './link-rule.ts'
import { linkStates } from './link-state.ts'

const count = z.number().int()
const dayMs = 86_400_000
const day = z.iso.date('日期格式不正确')

/** Kinds of visitors, with the texts of the screens (domain/visits/visit-facts.ts distinguishes them). */
export const visitorKindNames = { person: '访客', preview: '链接预览', crawler: '爬虫', unseen: '预加载' } as const
const kind = z.enum([...keysOf(visitorKindNames), 'program'])

/** Dimensions of visits. */
const visitDimensions = [
  'link',
  'province',
  'city',
  'isp',
  'device',
  'os',
  'browser',
  'inApp',
  'referrer',
  'language',
  'arm',
  'missed',
] as const
export type VisitSplit = (typeof visitDimensions)[number]

/** Any place outside of China's provinces. */
export const abroad = '境外'

/** Steps of the time axis; by minute it is the last hour. */
export const visitGrains = ['minute', 'hour', 'day'] as const
export type VisitGrain = (typeof visitGrains)[number]

/** One link, a group of links, the links of a broadcast; unset: all links of the account. */
const scope = { linkId: idOf('link').optional(), linkGroupId: idOf('linkGroup').optional(), broadcastId: idOf('broadcast').optional() }
const period = z.object({ ...scope, /** Days in China, both inclusive. */ from: day, to: day })

const daysOf = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / dayMs + 1
const isForward = (range: { from: string; to: string }) => daysOf(range) >= 1
const backward = { error: '结束日期不能早于开始日期', path: ['to'] }
const isShort = (range: { from: string; to: string }) => daysOf(range) <= limits.visitRangeDays
const tooLong = { error: `一次最多统计${limits.visitRangeDays}天`, path: ['from'] }
const isFine = ({ by, ...range }: { from: string; to: string; by: VisitGrain }) =>
  by !== 'hour' || daysOf(range) <= limits.statisticsHourDays
const tooFine = { error: `按时统计一次最多${limits.statisticsHourDays}天`, path: ['by'] }

const splitsOf = (text: string) => text.split(',')

const visitPeriod = period.refine(isForward, backward).refine(isShort, tooLong)
export type VisitPeriod = z.output<typeof visitPeriod>

/** Filters of visits, for every list and export. */
const value = z.string().max(200).optional()
const narrowed = {
  kind: kind.optional(),
  /** A province, a country, or `abroad`; here and below `none` is a visit of which it is unknown. */
  province: value,
  device: z.enum([...devices, 'none']).optional(),
  city: value,
  isp: value,
  os: value,
  browser: value,
  inApp: value,
  referrer: value,
  language: value,
  /** Index of the target; `none`: the default one. */
  arm: z.union([z.literal('none'), z.string().regex(/^\d{1,4}$/)]).optional(),
  hour: hourOfDay.optional(),
  weekday: weekday.optional(),
}
/** Dimensions by which the list of visits is filtered, too. */
export const visitValueFilters = ['province', 'city', 'isp', 'device', 'os', 'browser', 'inApp', 'referrer', 'language', 'arm'] as const
export const visitFilter = period
  .extend({ ...narrowed, /** Exclusive end; an export sets its own time. */ until: moment.optional() })
  .refine(isForward, backward)
  .refine(isShort, tooLong)
export type VisitFilter = z.output<typeof visitFilter>

/** Of visits by persons; programs are counted apart. */
export const visitFigures = z.object({
  pv: count,
  uv: count,
  ip: count,
  bots: count,
  /** When false, UV and IP are estimates within about 1 %. */ isExact: z.boolean(),
})

const step = z.object({ pv: count, uv: count, bots: count })

const visit = z.object({
  visitId: idOf('visit'),
  at: moment,
  kind: z.enum(keysOf(visitorKindNames)),
  /** Without its last part, as stored long-term: 113.87.160.*. */
  address: z.string(),
  /** Abroad the country. */
  province: z.string().nullable(),
  city: z.string().nullable(),
  isp: z.string().nullable(),
  device: z.enum(devices).nullable(),
  os: z.string().nullable(),
  browser: z.string().nullable(),
  inApp: z.string().nullable(),
  referrer: z.string().nullable(),
  language: z.string().nullable(),
  /** Index of the chosen target among several. */
  arm: count.nullable(),
  link: z.object({ linkId: idOf('link'), code: z.string(), title: z.string() }),
  /**
   * The recipient whose own code it was: the message that carried it and its masked number; without a message, a
   * batch's recipient as in its file, with numbers masked.
   */
  recipient: z.object({ messageId: idOf('message').nullable(), phone: z.string() }).nullable(),
})

const named = z.object({
  id: z.string(),
  name: z.string(),
  /** Code and target of a link. */ note: z.string(),
  detail: z.string(),
})

export const visitCalls = {
  choices: get('/api/visits/choices', '访客统计：可选的短链、分组和群发', member('link.read'), {
    input: z.object({ search: z.string().trim().max(100).optional() }),
    /** The newest matches, some of each. */
    answer: z.object({ links: z.array(named), groups: z.array(named), broadcasts: z.array(named) }),
  }),
  subject: get('/api/visits/subject', '访客统计：统计对象', member('link.read'), {
    input: z.object(scope),
    answer: z.object({
      name: z.string(),
      linkCount: count,
      /** Whether there was any visit. */
      hasVisits: z.boolean(),
      link: z
        .object({
          code: z.string(),
          shortUrl: z.string(),
          target: z.string(),
          createdAt: moment,
          state: z.enum(keysOf(linkStates)),
          /** Targets of the rules, by index. */
          arms: z.array(
            z.object({
              arm: count,
              target: z.string(),
              /** Conditions of its rule. */ rule: z.string(),
              /** Its share of them. */ percent: z.number(),
            }),
          ),
        })
        .nullable(),
      /** The broadcast whose messages carried it, the newest of several; its funnel is available. */
      broadcastId: idOf('broadcast').nullable(),
    }),
    refusals: ['not_found'],
  }),
  figures: get('/api/visits/figures', '访客统计：合计', member('link.read'), {
    input: visitPeriod,
    answer: z.object({
      totals: visitFigures,
      /** Of the same number of days just before; while the last day is running, up to the same time of day. */
      before: visitFigures,
      newVisitors: count,
      returningVisitors: count,
      /**
       * Visits of this period before this moment were classified by other rules, without missed ones; null: none were.
       */
      reclassifiedSince: moment.nullable(),
    }),
  }),
  trend: get('/api/visits/trend', '访客统计：趋势', member('link.read'), {
    input: period
      .extend({ by: z.enum(visitGrains) })
      .refine(isForward, backward)
      .refine(isShort, tooLong)
      .refine(isFine, tooFine),
    /**
     * Buckets are `2026-11-21 08:05`, `2026-11-21 08:00` or `2026-11-21`. Values are in their order, up to the current
     * step; `before` are those of as many steps just before, by day up to the same time of the last.
     */
    answer: z.object({
      buckets: z.array(z.string()),
      values: z.array(step),
      before: z.array(step),
      /** Whether the last step is still running. */ isRunning: z.boolean(),
      /** A row of 24 counts of visits for each day of the week, Monday first. */
      week: z.array(z.array(count)),
      /** Visitors who got a page instead of the target, by hour for one or two days and by day for more. */
      missed: z.object({ by: z.enum(['hour', 'day']), buckets: z.array(z.string()), values: z.array(count), isRunning: z.boolean() }),
    }),
  }),
  ranks: get('/api/visits/ranks', '访客统计：排行', member('link.read'), {
    input: period
      .extend({
        /** Separated by commas. */ splits: z
          .string()
          .max(200)
          .transform(splitsOf)
          .pipe(z.array(z.enum(visitDimensions)).min(1)),
      })
      .refine(isForward, backward)
      .refine(isShort, tooLong),
    /** Of each dimension: most visits by persons first; `rest` sums up all others. An empty key: unknown, or none. */
    answer: z.object({
      ranks: z.array(
        z.object({
          split: z.enum(visitDimensions),
          rows: z.array(z.object({ key: z.string(), name: z.string(), pv: count, /** Of links only. */ uv: count.nullable() })),
          rest: count,
        }),
      ),
    }),
  }),
  list: get('/api/visits', '访问记录', member('link.read'), {
    input: period
      .extend({ ...narrowed, cursor: z.uuid().optional(), pageSize })
      .refine(isForward, backward)
      .refine(isShort, tooLong),
    // A page examines a bounded number of rows: it may be short, even empty, and still have a next one.
    answer: pageOf(visit).extend({ searchedUntil: moment.nullable() }),
  }),
}

/**
 * Stream of new visits by server-sent events, newest first in each. `count`: visits since the last event; those beyond
 * `limits.liveVisits` aren't sent one by one.
 */
export const liveVisitsRoute = {
  method: 'GET',
  path: '/api/visits/live',
  summary: '实时访问（服务器推送）',
  audience: member('link.read'),
  input: z.object({ ...scope, ...narrowed }),
  event: z.object({ rows: z.array(visit), count }),
} as const
export type LiveVisits = z.input<typeof liveVisitsRoute.event>
