import type { VisitGrain } from '#contract/links/visit.ts'
import type { VisitRange } from '#domain/visits/index.ts'
import { chinaDay, chinaDayStart, formatChinaTime } from '#values/china-time.ts'
import { rangeOfDays } from './visit-where.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000
/** Statistics know minutes for two days and hours for 90 (statistics/scope.ts). */
const minutesKeptMs = 2 * dayMs
const hoursKeptMs = 90 * dayMs

type Days = { from: string; to: string }
const dayCount = ({ from, until }: VisitRange) => (until.getTime() - from.getTime()) / dayMs
const shifted = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** Down to what statistics can tell apart at that distance. */
function rounded(at: Date, now: Date): Date {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs > hoursKeptMs) return chinaDayStart(at)
  const gridMs = ageMs > minutesKeptMs ? hourMs : minuteMs
  return new Date(Math.floor(at.getTime() / gridMs) * gridMs)
}

/**
 * A period of days as far as it has come, and as many days just before it; of a last day that isn't over, the day that it is held against counts to the same
 * time only.
 */
export function periodNow(days: Days, now: Date): { range: VisitRange; before: VisitRange } {
  const range = rangeOfDays(days)
  const backMs = -dayCount(range) * dayMs
  const soFar = range.from < now && now < range.until ? shifted(now, backMs) : shifted(range.until, backMs)
  return { range, before: { from: shifted(range.from, backMs), until: rounded(soFar, now) } }
}

/** The axis of a trend and what it is held against: the last hour by minute, days otherwise. By day the last one is held against as much of one, by hour against whole days: their axis goes on. */
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
