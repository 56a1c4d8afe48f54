import { type RawBuilder, sql } from 'kysely'
import type { StatisticsDimension, StatisticsFilter, StatisticsGrain, StatisticsMeasures } from '#contract/messages/statistics.ts'
import type { Executor } from '#db/connect.ts'
import { delayColumns, delayWithin, measureColumns, nothingId, placeColumns, textColumns } from '#domain/delivery/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, getOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { unknownProvince } from '#values/province.ts'
import { dayOfHour } from './roll-up.ts'

const dayMs = 86_400_000
/** The number of a day in China since 1970, from `2026-11-21`, and back. */
export const dayNumber = (day: string) => Date.parse(day) / dayMs
export const dayText = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

const columnOf: Record<StatisticsDimension, string> = {
  kind: 'kind',
  app: 'appId',
  signature: 'signatureId',
  template: 'templateId',
  carrier: 'carrier',
  province: 'province',
}

/**
 * Rows of totals that match a filter, with deltas that aren't rolled up yet: in one statement's snapshot each count is
 * in one of the two. Totals without the province are read unless the filter or the split needs it.
 */
function found(account: AccountId, filter: StatisticsFilter, time: 'hour' | 'day', split?: StatisticsDimension): RawBuilder<unknown> {
  const [from, to] = [dayNumber(filter.from), dayNumber(filter.to)]
  const hasPlace = filter.carrier || filter.province || split === 'carrier' || split === 'province'
  const table = sql.table(`statistics_${time}${hasPlace ? '_place' : ''}`)
  const columns = sql.join([...textColumns, ...(hasPlace ? placeColumns : []), ...measureColumns].map(name => sql.ref(name)))
  const hours = sql`hour between ${from * 24 - 8} and ${to * 24 + 15}`
  const conditions = conditionsOf(filter)
  return sql`(
    select ${sql.ref(time)}, ${columns} from ${table}
    where account_id = ${account} and ${time === 'hour' ? hours : sql`day between ${from} and ${to}`} ${conditions}
    union all
    select ${time === 'hour' ? sql`hour` : sql`${dayOfHour} as day`}, ${columns} from statistics_delta
    where account_id = ${account} and ${hours} ${conditions}) as total`
}

/** Conditions of a filter on totals, deltas and failures, each with a leading `and`. */
function conditionsOf({ kind, appId, signatureId, templateId, carrier, province }: StatisticsFilter): RawBuilder<unknown> {
  const stored = (id: string | undefined) => (id === 'none' ? nothingId : id)
  const place = province === unknownProvince ? '' : province
  const wanted = { kind, appId: stored(appId), signatureId, templateId: stored(templateId), carrier, province: place }
  const conditions = Object.entries(wanted)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`and ${sql.ref(column)} = ${value}`)
  return conditions.length > 0 ? sql.join(conditions, sql` `) : sql``
}

const sums = sql.join(measureColumns.map(name => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`))
type Sums = Record<string, number>

function measuresOf(row: Sums): StatisticsMeasures {
  const of = (name: string) => row[name] ?? 0
  const delays = delayColumns.map(of)
  const ended = of('deliveredCount') + of('failedCount') + of('unknownCount') + of('refusedCount') + of('canceledCount')
  return {
    acceptedCount: of('acceptedCount'),
    deliveredCount: of('deliveredCount'),
    failedCount: of('failedCount'),
    unknownCount: of('unknownCount'),
    refusedCount: of('refusedCount'),
    canceledCount: of('canceledCount'),
    waitingCount: of('acceptedCount') - ended,
    segmentCount: of('segmentCount'),
    chargedSegmentCount: of('chargedSegmentCount'),
    costHao: of('costHao'),
    p50Ms: delayWithin(delays, 0.5),
    p95Ms: delayWithin(delays, 0.95),
  }
}
export const noMeasures = measuresOf(Object.fromEntries(measureColumns.map(name => [name, 0])))

/** Sums over all messages that match a filter. */
export async function readTotals(executor: Executor, account: AccountId, filter: StatisticsFilter): Promise<StatisticsMeasures> {
  const { rows } = await sql<Sums>`select ${sums} from ${found(account, filter, 'day')}`.execute(executor)
  return measuresOf(firstOrThrow(rows))
}

/** The same filter for the same number of days just before it. */
export function periodBefore(filter: StatisticsFilter): StatisticsFilter {
  const [from, to] = [dayNumber(filter.from), dayNumber(filter.to)]
  return { ...filter, from: dayText(2 * from - to - 1), to: dayText(from - 1) }
}

/**
 * Sums for each value of a dimension, most messages first. Keys are as stored: no value is the nil UUID or the empty
 * text.
 */
export async function readBreakdown(
  executor: Executor,
  account: AccountId,
  filter: StatisticsFilter,
  split: StatisticsDimension,
): Promise<({ key: string } & StatisticsMeasures)[]> {
  const { rows } = await sql<Sums & { key: string }>`
    select ${sql.ref(columnOf[split])} as key, ${sums} from ${found(account, filter, 'day', split)}
    group by 1 order by sum(accepted_count) desc, 1 limit ${limits.statisticsRows}`.execute(executor)
  return rows.map(row => ({ key: row.key, ...measuresOf(row) }))
}

export interface TrendSeries {
  /** Null: all without a series of their own. */
  key: string | null
  values: StatisticsMeasures[]
}

/**
 * Sums for each step of time, of everything or, with a split, for each of the given values and the rest. Steps without
 * messages are included with zeros.
 */
export async function readTrend(
  executor: Executor,
  account: AccountId,
  filter: StatisticsFilter,
  { by, split, keys = [] }: { by: StatisticsGrain; split?: StatisticsDimension | undefined; keys?: readonly string[] },
): Promise<{ buckets: string[]; series: TrendSeries[] }> {
  const time = by === 'hour' ? 'hour' : 'day'
  const column = split ? sql`${sql.ref(columnOf[split])}::text` : sql`null::text`
  const key = split ? sql`case when ${column} = any(${keys}::text[]) then ${column} end` : column
  const { rows } = await sql<{ time: number; key: string | null } & Sums>`
    select ${sql.ref(time)} as time, ${key} as key, ${sums} from ${found(account, filter, time, split)} group by 1, 2`.execute(executor)
  const bucketOf = (time: number) => (by === 'hour' ? hourText(time) : by === 'day' ? dayText(time) : dayText(time).slice(0, 7))
  const buckets = bucketsOf(filter, by)
  const ofKey = Map.groupBy(rows, row => row.key)
  const wanted = split ? [...keys, ...(ofKey.has(null) ? [null] : [])] : [null]
  return {
    buckets,
    series: wanted.map(key => {
      const known = Map.groupBy(ofKey.get(key) ?? [], row => bucketOf(row.time))
      return { key, values: buckets.map(bucket => (known.has(bucket) ? measuresOf(added(getOrThrow(known, bucket))) : noMeasures)) }
    }),
  }
}

const added = (rows: readonly Sums[]): Sums =>
  Object.fromEntries(measureColumns.map(name => [name, rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)]))

export interface StatisticsLine extends StatisticsMeasures {
  /** Where the next page starts. */
  cursor: string
  /** `2026-11-21 08:00`, `2026-11-21` or `2026-11`. */
  bucket: string
  key: string
}

/**
 * Sums of every step of time and, with a split, of every value; only those with messages, in order, up to a page size
 * after a cursor.
 */
export async function readLines(
  executor: Executor,
  account: AccountId,
  filter: StatisticsFilter,
  { by, split, after, limit }: { by: StatisticsGrain; split?: StatisticsDimension | undefined; after: string | null; limit: number },
): Promise<StatisticsLine[]> {
  const bucket = by === 'month' ? sql`to_char(date '1970-01-01' + day, 'YYYY-MM')` : sql`lpad(${sql.ref(by)}::text, 8, '0')`
  const key = split ? sql`${sql.ref(columnOf[split])}::text` : sql`''`
  const { rows } = await sql<Sums & { cursor: string; bucket: string; key: string }>`
    select bucket || ' ' || key as cursor, bucket, key, ${sums}
    from (select *, ${bucket} as bucket, ${key} as key from ${found(account, filter, by === 'hour' ? 'hour' : 'day', split)}) as keyed
    group by bucket, key having bucket || ' ' || key > ${after ?? ''} order by 1 limit ${limit}`.execute(executor)
  const textOf = {
    hour: (text: string) => hourText(Number(text)),
    day: (text: string) => dayText(Number(text)),
    month: (text: string) => text,
  }[by]
  return rows.map(row => ({ cursor: row.cursor, bucket: textOf(row.bucket), key: row.key, ...measuresOf(row) }))
}

const hourText = (hour: number) => `${dayText(Math.floor((hour + 8) / 24))} ${String((hour + 8) % 24).padStart(2, '0')}:00`

/** Every step of time in a period, as text. */
function bucketsOf({ from, to }: StatisticsFilter, by: StatisticsGrain): string[] {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  if (by === 'day') return days.map(dayText)
  if (by === 'month') return [...new Set(days.map(day => dayText(day).slice(0, 7)))]
  return days.flatMap(day => Array.from({ length: 24 }, (_, hour) => hourText(day * 24 - 8 + hour)))
}

/** Accepted messages by day of the week (Monday first) and hour of the day. */
export async function readWeek(executor: Executor, account: AccountId, filter: StatisticsFilter): Promise<number[][]> {
  const { rows } = await sql<{ weekday: number; hour: number; count: number }>`
    select (${dayOfHour} + 3) % 7 as weekday, (hour + 8) % 24 as hour, sum(accepted_count)::bigint as count
    from ${found(account, filter, 'hour')} group by 1, 2`.execute(executor)
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { weekday, hour, count } of rows) itemOrThrow(week, weekday)[hour] = count
  return week
}

/** Counts of undelivered messages, by code or reason. */
export async function readReasons(executor: Executor, account: AccountId, filter: StatisticsFilter) {
  const [from, to] = [dayNumber(filter.from), dayNumber(filter.to)]
  const { rows } = await sql<{ reason: string; messageCount: number }>`
    select reason, sum(message_count)::bigint as "messageCount" from (
      select reason, message_count from statistics_failure
      where account_id = ${account} and day between ${from} and ${to} ${conditionsOf(filter)}
      union all
      select reason, failed_count + unknown_count + refused_count from statistics_delta
      where account_id = ${account} and hour between ${from * 24 - 8} and ${to * 24 + 15} ${conditionsOf(filter)}) as failure
    group by reason having sum(message_count) > 0 order by 2 desc, 1`.execute(executor)
  return rows
}
