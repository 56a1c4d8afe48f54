import type { CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { type VisitGrain, type VisitSplit, type visitCalls, visitValueFilters } from '#contract/links/visit.ts'
import { type DayRange, dayPresets } from '#ui/date-range.ts'
import { oneOf, type ValuesOf } from '#ui/url-state.ts'
import { chinaDay } from '#values/china-time.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { pathTo } from '../../paths.ts'
import { visitGrainNames } from '../../shared/labels/links.ts'

export type VisitRow = CallAnswerWire<typeof visitCalls.list>['rows'][number]
export type Subject = CallAnswerWire<typeof visitCalls.subject>
export type SubjectOf = CallInputWire<typeof visitCalls.subject>
export type Period = CallInputWire<typeof visitCalls.figures>

/** How often figures are reloaded while no new visits are signalled. */
export const refreshMs = 60_000

/** Filters of the list alone, in the address. */
export const noListFilter = {
  kind: '',
  province: '',
  device: '',
  city: '',
  isp: '',
  os: '',
  browser: '',
  inApp: '',
  referrer: '',
  language: '',
  arm: '',
  weekday: '',
  hour: '',
}
/** All filters in the address; empty days: the last seven. */
export const noFilter = { link: '', group: '', broadcast: '', from: '', to: '', ...noListFilter }
export type FilterValues = typeof noFilter

export const metrics = { pv: '访问次数', uv: '访客数' } as const
export type Metric = keyof typeof metrics

/** View of the page: `by` empty means a fitting grain for the days. */
export const firstView = {
  by: oneOf(keysOf(visitGrainNames), ''),
  metric: oneOf(keysOf(metrics), 'pv'),
  bots: '',
  live: '',
  place: 'province',
  terminal: 'device',
  origin: 'referrer',
}
export type View = ValuesOf<typeof firstView>

/** A link made today or yesterday starts with its own days, with an axis by hour: a week would be mostly empty. */
export function youngDays({ from }: FilterValues, subject: Subject | undefined, now: Date): DayRange | null {
  const link = subject?.link
  if (!link || from !== '') return null
  const { from: yesterday } = dayPresets.昨天(now)
  const born = chinaDay(new Date(link.createdAt))
  return born < yesterday ? null : { from: born, to: chinaDay(now) }
}

const given = (text: string) => (text === '' ? undefined : text)

export const subjectOf = ({ link, group, broadcast }: FilterValues): SubjectOf =>
  link !== '' ? { linkId: link } : group !== '' ? { linkGroupId: group } : { broadcastId: given(broadcast) }

export const daysOf = ({ from, to }: FilterValues): DayRange => (from && to ? { from, to } : dayPresets.近7天(new Date()))
export const dayCount = ({ from, to }: DayRange) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
export const periodOf = (values: FilterValues): Period => ({ ...subjectOf(values), ...daysOf(values) })

/** The filter of the list; by default it shows people, and bots too when they are shown. */
export function visitConditionOf(values: FilterValues, showsBots: boolean) {
  const set = keysOf(noListFilter).map(name => [name, given(values[name])] as const)
  return { ...Object.fromEntries(set), kind: given(values.kind) ?? (showsBots ? undefined : 'person') } as Pick<
    CallInputWire<typeof visitCalls.list>,
    keyof typeof noListFilter
  >
}

/**
 * Address of the list of visits, below on the same page, with what a bar or a step counts. `value` empty: unknown. The
 * days stay, unless it names others.
 */
export function visitsPath(values: FilterValues, query: Partial<FilterValues>): string {
  const kept = { ...values, ...daysOf(values), ...noListFilter, kind: 'person', ...query }
  return `${pathTo('/shorturl/visitor', kept)}#${visitsPlace}`
}
export type VisitsOf = (query: Partial<FilterValues>) => string
export const visitsPlace = 'visits'

/** The filter for a value of a dimension; null: values that were counted together. */
export const queryOfValue = (split: VisitSplit, key: string): Partial<FilterValues> | null =>
  visitValueFilters.some(name => name === split) && key !== '其他' ? { [split]: key || 'none' } : null

/** The filter for a step of the trend; null: a minute. */
export function queryOfStep(by: VisitGrain, bucket: string): Partial<FilterValues> | null {
  const day = bucket.slice(0, 10)
  if (by === 'minute') return null
  return { from: day, to: day, ...(by === 'hour' ? { hour: String(Number(bucket.slice(11, 13))) } : {}) }
}

/** Grain of the axis: as in the address where the days permit it, else a fitting one. */
export function grainOf(by: VisitGrain | '', days: DayRange): VisitGrain {
  const count = dayCount(days)
  if (by !== '' && !(by === 'hour' && count > limits.statisticsHourDays)) return by
  return count <= 2 ? 'hour' : 'day'
}
