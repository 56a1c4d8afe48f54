import { choiceFilters } from '#console/shared/choice-filters.ts'
import type { CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { type deliveryCalls, messageKindNames } from '#contract/messages/delivery.ts'
import { type StatisticsGrain, type statisticsCalls, statisticsDimensions, statisticsGrains } from '#contract/messages/statistics.ts'
import { type DayRange, dayPresets } from '#ui/date-range.ts'
import { optionsOf } from '#ui/form/options.ts'
import type { Filter } from '#ui/list/ListFilters.tsx'
import { oneOf } from '#ui/url-state.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { carrierNames } from '#values/phone.ts'
import { regionChoices } from '#values/region.ts'
import { metrics } from './metric.ts'

/** Filters in the address; empty days: the last seven. */
export const noFilter = { from: '', to: '', kind: '', carrier: '', signatureId: '', templateId: '', appId: '', province: '' }
export type FilterValues = typeof noFilter

/** View of the chart: `by` empty means a fitting grain for the days. */
export const firstView = {
  by: oneOf(keysOf(statisticsGrains), ''),
  split: oneOf(keysOf(statisticsDimensions), ''),
  metric: oneOf(keysOf(metrics), 'accepted'),
}

const back = (now: Date, days: number) => chinaDay(chinaDayStart(now, -days))
const monthBefore = (day: string) => chinaDay(chinaDayStart(new Date(`${day.slice(0, 7)}-01T00:00:00+08:00`), -1))
const presets: Record<string, (now: Date) => DayRange> = {
  ...dayPresets,
  上月: now => ({ from: `${monthBefore(chinaDay(now)).slice(0, 7)}-01`, to: monthBefore(chinaDay(now)) }),
  近90天: now => ({ from: back(now, 89), to: back(now, 0) }),
  近13个月: now => ({ from: back(now, limits.statisticsDays - 1), to: back(now, 0) }),
}

export const daysOf = ({ from, to }: FilterValues): DayRange => (from && to ? { from, to } : dayPresets.近7天(new Date()))
export const dayCount = ({ from, to }: DayRange) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

const set = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** The filter for the calls. Values of the address are passed unchanged: the server refuses unknown ones. */
export const filterOf = (values: FilterValues) => ({ ...set(values), ...daysOf(values) }) as CallInputWire<typeof statisticsCalls.hours>

/** Grain of the axis: as in the address where the days permit it, else a fitting one. */
export function grainOf(by: StatisticsGrain | '', days: DayRange): StatisticsGrain {
  const count = dayCount(days)
  if (by !== '' && !(by === 'hour' && count > limits.statisticsHourDays)) return by
  return count <= 2 ? 'hour' : count <= 100 ? 'day' : 'month'
}

export const filtersOf = (choices: CallAnswerWire<typeof deliveryCalls.choices> | undefined): Filter[] => [
  { kind: 'days', from: 'from', to: 'to', label: '提交时间：近7天', maxDays: limits.statisticsDays, presets },
  { kind: 'select', name: 'kind', label: '类型', options: optionsOf(messageKindNames) },
  ...choiceFilters(choices),
  { kind: 'select', name: 'carrier', label: '运营商', options: optionsOf(carrierNames) },
  { kind: 'select', name: 'province', label: '省份/国家', options: regionChoices.map(region => ({ value: region, label: region })) },
]
