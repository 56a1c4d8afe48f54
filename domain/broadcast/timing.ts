import type { NightChoice } from '#contract/broadcast/broadcast.ts'
import { refuse } from '#contract/refusals.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { broadcastHours } from '#domain/messages/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import { openFrom, type SendWindow, spreadEnd, windowText } from '#values/send-window.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** So many numbers a minute, inside these hours of each day. */
export interface Spread extends SendWindow {
  perMinute: number
}

/** What a person chose: without a time at once, without a spread as fast as the carriers take it. */
export interface Timing {
  scheduledAt: Date | null
  spread?: Spread | null
  /** What becomes of numbers that are left when the hours end; without a word they wait for the next day. */
  atNight?: NightChoice
}

interface TimedBroadcast extends Timing {
  kind: MessageKind
  recipientCount: number
  marketingHours: SendWindow
  now: Date
}

/** Refuses `schedule_out_of_range` for a moment that is not 5 minutes to 30 days ahead. */
function checkSchedule(at: Date, now: Date): void {
  const leadMs = at.getTime() - now.getTime()
  if (leadMs < limits.scheduleMinLeadMinutes * minuteMs || leadMs > limits.scheduleMaxLeadDays * dayMs)
    refuse('schedule_out_of_range', {}, { scheduledAt: '请选择5分钟之后、30天之内的时间' })
}

/**
 * When a broadcast really begins and, where it is spread, ends. Refuses `schedule_out_of_range`, `spread_no_hours` where the chosen hours and the permitted
 * ones have nothing in common, `hours_closed` where it would begin outside of its hours and is not to wait, and `spread_too_slow`.
 */
export function planTiming(one: TimedBroadcast): { heldUntil: Date | null; endsAt: Date | null } {
  if (one.scheduledAt) checkSchedule(one.scheduledAt, one.now)
  const { kind, spread = null, marketingHours } = one
  const hours = broadcastHours(kind, spread, marketingHours) ?? refuse('spread_no_hours', { hours: windowText(marketingHours) })
  const wished = one.scheduledAt ?? one.now
  const begin = openFrom(hours, wished)
  if (begin > wished && one.atNight === 'cancel') refuse('hours_closed', { hours: windowText(hours) })
  const endsAt = spread ? spreadEnd(hours, { perMinute: spread.perMinute, count: one.recipientCount, begin }) : null
  if (endsAt && endsAt.getTime() - begin.getTime() > limits.spreadMaxDays * dayMs)
    refuse('spread_too_slow', { end: formatChinaTime(endsAt).slice(0, 10), days: limits.spreadMaxDays })
  return { heldUntil: begin > wished ? begin : null, endsAt }
}

interface Paced {
  per_minute: number | null
  pace_from: Date | null
  pace_from_count: number
}

/** How many messages a broadcast may have made by now: a pace counts anew from where it last began to send, so that a pause is not made up for. */
export function pacedCount({ per_minute, pace_from, pace_from_count }: Paced, now: Date): number {
  if (per_minute === null || pace_from === null) return Number.POSITIVE_INFINITY
  return pace_from_count + Math.floor((Math.max(0, now.getTime() - pace_from.getTime()) * per_minute) / minuteMs)
}

interface Windowed {
  kind: string
  from_minute: number | null
  until_minute: number | null
}

/** The hours of a broadcast as they stand now. Where staff moved the permitted ones away from the chosen ones, the permitted ones count. */
export function hoursOf({ kind, from_minute, until_minute }: Windowed, marketingHours: SendWindow): SendWindow {
  const chosen = from_minute === null || until_minute === null ? null : { fromMinute: from_minute, untilMinute: until_minute }
  return broadcastHours(kind as MessageKind, chosen, marketingHours) ?? marketingHours
}
