import type { Got } from '#contract/call.ts'
import type { deliveryCalls } from '#contract/delivery.ts'
import { limits } from '#values/limits.ts'
import { momentsOf } from '../../ui/date-range.ts'
import type { Filter } from '../../ui/ListFilters.tsx'

export type DeliveryRow = Got<typeof deliveryCalls.list>['rows'][number]
export type DeliveryDetailFacts = Got<typeof deliveryCalls.one>

export const phoneFilter: Filter = {
  kind: 'search',
  name: 'phone',
  label: '手机号',
  placeholder: '手机号或后4位',
  pattern: /^(?:1[3-9]\d{9}|\d{4})$/,
  mismatch: '请输入11位手机号，或后4位',
}

export const daysFilter = (label: string): Filter => ({ kind: 'days', from: 'from', to: 'to', label, mostDays: limits.deliveryRangeDays })

/** The moments of the days in the address; none where they aren't set or aren't days. */
export function periodOf({ from, to }: { from: string; to: string }): { from?: string; until?: string } {
  const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay(from) && isDay(to) ? momentsOf({ from, to }) : {}
}

/** How long something took: 「不到1秒」, 「3.2秒」, 「2分5秒」, 「3小时10分」. */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 1) return '不到1秒'
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)}秒`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}分${Math.round(seconds % 60)}秒`
  return `${Math.floor(minutes / 60)}小时${minutes % 60}分`
}

export const took = (from: string | null, until: string | null) =>
  from && until ? durationText(Math.max(0, Date.parse(until) - Date.parse(from))) : null
