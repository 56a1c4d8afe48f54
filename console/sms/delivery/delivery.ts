import type { CallAnswerWire } from '#contract/call.ts'
import { type deliveryCalls, deliveryFilter, periodProblem, type SentDeliveryFilter } from '#contract/messages/delivery.ts'
import { momentsOf } from '#ui/date-range.ts'
import type { Filter } from '#ui/list/ListFilters.tsx'
import { limits } from '#values/limits.ts'

export type DeliveryRow = CallAnswerWire<typeof deliveryCalls.list>['rows'][number]

export const daysFilter = (label: string): Filter => ({ kind: 'days', from: 'from', to: 'to', label, maxDays: limits.deliveryRangeDays })

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string) => dayPattern.test(text) && !Number.isNaN(Date.parse(text))

/** The times of the days in the address, or why they are no valid range. */
function periodOf({ from, to }: { from: string; to: string }): { from?: string; until?: string; problem?: string } {
  if (from === '' && to === '') return {}
  if (!isDay(from) || !isDay(to)) return { problem: '时间不是有效的日期' }
  if (from > to) return { problem: '开始日期晚于结束日期' }
  const period = momentsOf({ from, to })
  const problem = periodProblem({ from: new Date(period.from), until: new Date(period.until) }, new Date())
  return problem ? { problem } : period
}

/** The valid filters of the address, and errors for the invalid ones: an address may be old or written by hand. */
export function filterOf(
  values: Record<string, string>,
  labels: Record<string, string>,
): { filter: SentDeliveryFilter; problems: string[] } {
  const { from = '', to = '', ...rest } = values
  const { problem, ...period } = periodOf({ from, to })
  const given = Object.entries(rest).filter(([, value]) => value !== '')
  const isKnown = ([name, value]: [string, string]) => deliveryFilter.shape[name as keyof SentDeliveryFilter].safeParse(value).success
  const problems = given.filter(one => !isKnown(one)).map(([name, value]) => `${labels[name] ?? name}“${value.slice(0, 20)}”不存在`)
  return { filter: { ...Object.fromEntries(given.filter(isKnown)), ...period }, problems: problem ? [...problems, problem] : problems }
}
