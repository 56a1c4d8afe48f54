import type { NightChoice } from '#contract/broadcast/broadcast.ts'
import { refuse } from '#contract/refusals.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { broadcastHours } from '#domain/messages/index.ts'
import { chinaMinuteOfDay, formatChinaTime } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import { openFrom, type SendWindow, spreadEnd, windowText } from '#values/send-window.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** Sending pace: numbers per minute, within these hours of each day. */
interface Spread extends SendWindow {
  perMinute: number
}

/** The chosen timing: without a time at once, without a spread as fast as the carriers accept. */
export interface Timing {
  scheduledAt: Date | null
  spread?: Spread | null
  /** What happens to the rest when the hours end; undefined: it waits for the next day. */
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
 * Computes the actual start and, for a spread broadcast, the end and how many numbers are left when the first day's
 * hours end. Refuses `schedule_out_of_range`, `spread_no_hours` if
 * chosen and permitted hours don't overlap, `hours_closed` if it would start outside of its hours and must not wait,
 * and `spread_too_slow`.
 */
export function planTiming(one: TimedBroadcast): { heldUntil: Date | null; endsAt: Date | null; restCount: number } {
  if (one.scheduledAt) checkSchedule(one.scheduledAt, one.now)
  const { kind, spread = null, marketingHours } = one
  const hours = broadcastHours(kind, spread, marketingHours) ?? refuse('spread_no_hours', { hours: windowText(marketingHours) })
  const wished = one.scheduledAt ?? one.now
  const begin = openFrom(hours, wished)
  if (begin > wished && one.atNight === 'cancel') refuse('hours_closed', { hours: windowText(hours) })
  const endsAt = spread ? spreadEnd(hours, { perMinute: spread.perMinute, count: one.recipientCount, begin }) : null
  if (endsAt && endsAt.getTime() - begin.getTime() > limits.spreadMaxDays * dayMs)
    refuse('spread_too_slow', { end: formatChinaTime(endsAt).slice(0, 10), days: limits.spreadMaxDays })
  const minutesOpen = hours.untilMinute - chinaMinuteOfDay(begin)
  const restCount = spread ? Math.max(0, one.recipientCount - minutesOpen * spread.perMinute) : 0
  return { heldUntil: begin > wished ? begin : null, endsAt, restCount }
}

interface Paced {
  perMinute: number | null
  paceFrom: Date | null
  paceFromCount: number
}

/**
 * The number of messages that the pace allows by now; it counts from the last start or resume, so that a pause isn't
 * made up for.
 */
export function pacedCount({ perMinute, paceFrom, paceFromCount }: Paced, now: Date): number {
  if (perMinute === null || paceFrom === null) return Number.POSITIVE_INFINITY
  return paceFromCount + Math.floor((Math.max(0, now.getTime() - paceFrom.getTime()) * perMinute) / minuteMs)
}

interface Windowed {
  kind: MessageKind
  fromMinute: number | null
  untilMinute: number | null
}

/**
 * The current hours of a broadcast: the chosen ones within the permitted ones; if staff moved those so that they don't
 * overlap, the permitted ones.
 */
export function hoursOf({ kind, fromMinute, untilMinute }: Windowed, marketingHours: SendWindow): SendWindow {
  const chosen = fromMinute === null || untilMinute === null ? null : { fromMinute, untilMinute }
  return broadcastHours(kind, chosen, marketingHours) ?? marketingHours
}
