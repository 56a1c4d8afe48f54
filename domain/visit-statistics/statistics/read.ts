import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import {
  chinaOffsetMs,
  DistinctSet,
  dayOfHour,
  dimensionColumns,
  emptyUnion,
  hourOfMinute,
  minuteOf,
  readSet,
  readUnions,
  stepMs,
  type Union,
  type VisitDimension,
  type VisitRange,
  type VisitScope,
} from '#domain/visits/index.ts'
import type { AccountId } from '#values/id.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { linksOf, partsEver, partsIn, subjectsOf, type VisitStep } from './find.ts'

export type { VisitStep } from './find.ts'

export interface VisitFigures {
  /** Visits by persons. */
  pv: number
  /** Distinct visitors and distinct addresses of these. */
  uv: number
  ip: number
  /** Visits by programs, counted apart. */
  bots: number
  /** When false, UV or IP is an estimate (contract/links/visit-labels.ts). */
  isExact: boolean
}
export interface VisitPoint extends VisitFigures {
  /** Start of the step: minutes, hours and days in China. */
  at: Date
}
export interface VisitRank {
  /** Value of the dimension, or the link's id; empty: unknown, or none. */
  key: string
  pv: number
  /** Only in rankings of links. */
  uv: number | null
}

const figuresOf = ({ pv, bots, visitors, addresses }: Union): VisitFigures => ({
  pv,
  uv: visitors.count,
  ip: addresses.count,
  bots,
  isExact: visitors.isExact && addresses.isExact,
})

/** PV, UV, IP and programs of a period. */
export async function visitFigures(executor: Executor, account: AccountId, scope: VisitScope, range: VisitRange): Promise<VisitFigures> {
  const unions = await readUnions(
    executor,
    columns => partsIn(account, subjectsOf(account, scope), range, { columns, most: 'week' }),
    sql`0`,
  )
  return figuresOf(unions.get('0') ?? emptyUnion)
}

/** SQL that turns a minute's number into its step's number. */
const stepOfMinute = {
  minute: { sql: sql`minute`, of: (minute: number) => minute },
  hour: { sql: sql`minute / 60`, of: hourOfMinute },
  day: { sql: sql`(minute + 480) / 1440`, of: (minute: number) => dayOfHour(hourOfMinute(minute)) },
} as const
const startOf = (step: VisitStep, number: number) => new Date(number * stepMs[step] - (step === 'day' ? chinaOffsetMs : 0))

/** The same figures for each step of a period, including steps without visits. */
export async function visitSeries(
  executor: Executor,
  account: AccountId,
  scope: VisitScope,
  { range, step }: { range: VisitRange; step: VisitStep },
): Promise<VisitPoint[]> {
  const { sql: bucket, of } = stepOfMinute[step]
  const unions = await readUnions(executor, columns => partsIn(account, subjectsOf(account, scope), range, { columns, most: step }), bucket)
  const first = of(minuteOf(range.from))
  const count = of(minuteOf(range.until.getTime() - 1)) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => ({
    at: startOf(step, first + index),
    ...figuresOf(unions.get(String(first + index)) ?? emptyUnion),
  }))
}

/** Values of a dimension (or links), those with the most visits first; `rest` sums the visits of all others. */
export async function visitRanks(
  executor: Executor,
  account: AccountId,
  scope: VisitScope,
  range: VisitRange,
  dimension: VisitDimension | 'link',
  limit: number,
): Promise<{ ranks: VisitRank[]; rest: number }> {
  if (dimension === 'link') return linkRanks(executor, account, scope, range, limit)
  const column = dimensionColumns[dimension]
  const parts = partsIn(account, subjectsOf(account, scope), range, { columns: [column], most: 'week' })
  const { rows } = await sql<VisitRank>`
    select key, sum(value::bigint)::bigint as pv, null as uv from ${parts}, jsonb_each_text(${sql.ref(column)}) group by 1 order by 2 desc, 1`.execute(
    executor,
  )
  return ranked(rows, limit)
}

const ranked = (rows: VisitRank[], limit: number) => ({
  ranks: rows.slice(0, limit),
  rest: rows.slice(limit).reduce((sum, row) => sum + row.pv, 0),
})

async function linkRanks(executor: Executor, account: AccountId, scope: VisitScope, range: VisitRange, limit: number) {
  const all = partsIn(account, linksOf(account, scope), range, { columns: ['pv'], most: 'week' })
  const { rows } = await sql<VisitRank>`
    select subject_id as key, sum(pv)::bigint as pv, null as uv from ${all} group by 1 having sum(pv) > 0 order by 2 desc, 1`.execute(
    executor,
  )
  const { ranks, rest } = ranked(rows, limit)
  const shown = sql`subject_id = any(${ranks.map(row => row.key)}::uuid[])`
  const parts = (columns: readonly string[]) => partsIn(account, shown, range, { columns, most: 'week' })
  const unions = await readUnions(executor, parts, sql`subject_id`, ['visitors'])
  return { ranks: ranks.map(row => ({ ...row, uv: unions.get(row.key)?.visitors.count ?? 0 })), rest }
}

/** Visits by day of the week (Monday first) and hour of the day. */
export async function visitHeat(executor: Executor, account: AccountId, scope: VisitScope, range: VisitRange): Promise<number[][]> {
  const parts = partsIn(account, subjectsOf(account, scope), range, { columns: ['pv'], most: 'hour' })
  const { rows } = await sql<{
    hour: number
    pv: number
  }>`select minute / 60 + 8 as hour, sum(pv)::bigint as pv from ${parts} group by 1`.execute(executor)
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  // 1970-01-01 was a Thursday.
  for (const { hour, pv } of rows) {
    const day = itemOrThrow(week, (Math.floor(hour / 24) + 3) % 7)
    day[hour % 24] = itemOrThrow(day, hour % 24) + pv
  }
  return week
}

/** A visitor who came within this many days before counts as returning. */
const returningDays = 30

/** New and returning visitors of a period: those without, and those with, a visit in the 30 days before it. */
export async function newAndReturning(
  executor: Executor,
  account: AccountId,
  scope: VisitScope,
  range: VisitRange,
): Promise<{ newVisitors: number; returningVisitors: number; isExact: boolean }> {
  const before = new Date(range.from.getTime() - returningDays * stepMs.day)
  const visitors = (from: Date, until: Date) =>
    readSet(executor, columns => partsIn(account, subjectsOf(account, scope), { from, until }, { columns, most: 'week' }), 'visitors')
  const [earlier, now] = [await visitors(before, range.from), await visitors(range.from, range.until)]
  const both = new DistinctSet()
  both.merge(earlier)
  both.merge(now)
  const newVisitors = Math.min(now.count, Math.max(0, both.count - earlier.count))
  return { newVisitors, returningVisitors: now.count - newVisitors, isExact: now.isExact && both.isExact && earlier.isExact }
}

/** SQL of visits by persons of each link with visits: `link_id`, `pv`; of a day in China, or since the beginning. */
export function visitCounts(account: AccountId, day: string | null): RawBuilder<unknown> {
  const all = sql`true`
  const parts = day === null ? partsEver(account, all, ['pv']) : partsIn(account, all, rangeOf(day), { columns: ['pv'], most: 'day' })
  return sql`select subject_id as link_id, sum(pv)::bigint as pv from ${parts} group by 1`
}

function rangeOf(day: string): VisitRange {
  const from = new Date(`${day}T00:00:00+08:00`)
  return { from, until: new Date(from.getTime() + stepMs.day) }
}

export interface LinkTotals {
  pvToday: number
  uvToday: number
  pvTotal: number
  uvTotal: number
}

/** Figures of links for their list; `day` is today in China, as `2026-11-21`. The answer has every requested link. */
export async function linkTotals(
  executor: Executor,
  account: AccountId,
  linkIds: readonly string[],
  day: string,
): Promise<Map<string, LinkTotals>> {
  const subjects = sql`subject_id = any(${linkIds}::uuid[])`
  const range = rangeOf(day)
  const own = sql`subject_id`
  const today = await readUnions(executor, columns => partsIn(account, subjects, range, { columns, most: 'day' }), own, ['visitors'])
  const ever = await readUnions(executor, columns => partsEver(account, subjects, columns), own, ['visitors'])
  return new Map(
    linkIds.map(linkId => {
      const [ofToday, ofAll] = [today.get(linkId) ?? emptyUnion, ever.get(linkId) ?? emptyUnion]
      return [linkId, { pvToday: ofToday.pv, uvToday: ofToday.visitors.count, pvTotal: ofAll.pv, uvTotal: ofAll.visitors.count }]
    }),
  )
}
