import type { VisitGrain } from '#contract/links/visit.ts'
import type { VisitRange } from '#domain/visits/index.ts'
import { chinaDay, chinaDayStart, formatChinaTime } from '#values/china-time.ts'
import { rangeOfDays } from './visit-where.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000
/** Figures are kept by minute for two days and by hour for 90. */
const minutesKeptMs = 2 * dayMs
const hoursKeptMs = 90 * dayMs

type Days = { from: string; to: string }
const dayCount = ({ from, until }: VisitRange) => (until.getTime() - from.getTime()) / dayMs
const shifted = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** Rounded down to the resolution that statistics have at that age. */
function rounded(at: Date, now: Date): Date {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs > hoursKeptMs) return chinaDayStart(at)
  const gridMs = ageMs > minutesKeptMs ? hourMs : minuteMs
  return new Date(Math.floor(at.getTime() / gridMs) * gridMs)
}

/**
 * A period of days up to now, and as many days just before it; when the last day is still running, the day it is
 * compared with also ends at the same time.
 */
export function periodNow(days: Days, now: Date): { range: VisitRange; before: VisitRange } {
  const range = rangeOfDays(days)
  const backMs = -dayCount(range) * dayMs
  const soFar = range.from < now && now < range.until ? shifted(now, backMs) : shifted(range.until, backMs)
  return { range, before: { from: shifted(range.from, backMs), until: rounded(soFar, now) } }
}

/**
 * The axis of a trend and of its comparison: the last hour by minute, days otherwise. By day, a running last day is
 * compared with the same part of a day; by hour, with whole days, so that the axis continues.
 */
export function trendRanges(days: Days, by: VisitGrain, now: Date): { range: VisitRange; before: VisitRange } {
  if (by === 'minute') {
    const until = shifted(rounded(now, now), minuteMs)
    const from = shifted(until, -hourMs)
    return { range: { from, until }, before: { from: shifted(from, -hourMs), until: from } }
  }
  if (by === 'day') return periodNow(days, now)
  const range = rangeOfDays(days)
  return { range, before: { from: shifted(range.from, -dayCount(range) * dayMs), until: range.from } }
}

/** `2026-11-21 08:05`, `2026-11-21 08:00` or `2026-11-21`. */
export const stepText = (at: Date, by: VisitGrain): string => (by === 'day' ? chinaDay(at) : formatChinaTime(at).slice(0, 16))
