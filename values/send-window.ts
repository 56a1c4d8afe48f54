import { chinaDayStart, chinaMinuteOfDay } from './china-time.ts'

const minuteMs = 60_000

/** Minutes of the Chinese day between which messages go out: from the first up to, not with, the last; at most 1440. */
export interface SendWindow {
  fromMinute: number
  untilMinute: number
}

export const wholeDay: SendWindow = { fromMinute: 0, untilMinute: 1440 }

/** The minutes that are in both, or null when there are none. */
export function sharedWindow(a: SendWindow, b: SendWindow): SendWindow | null {
  const shared = { fromMinute: Math.max(a.fromMinute, b.fromMinute), untilMinute: Math.min(a.untilMinute, b.untilMinute) }
  return shared.fromMinute < shared.untilMinute ? shared : null
}

/** The first moment from `at` on that lies in the window. */
export function openFrom({ fromMinute, untilMinute }: SendWindow, at: Date): Date {
  const minute = chinaMinuteOfDay(at)
  if (minute >= fromMinute && minute < untilMinute) return at
  return new Date(chinaDayStart(at, minute < fromMinute ? 0 : 1).getTime() + fromMinute * minuteMs)
}

/** When so many are sent at a pace, begun at `begin` and sent only inside the window. */
export function spreadEnd(window: SendWindow, { perMinute, count, begin }: { perMinute: number; count: number; begin: Date }): Date {
  let leftMs = (count / perMinute) * minuteMs
  let from = openFrom(window, begin)
  for (;;) {
    const until = chinaDayStart(from).getTime() + window.untilMinute * minuteMs
    const openMs = until - from.getTime()
    if (leftMs <= openMs) return new Date(from.getTime() + leftMs)
    leftMs -= openMs
    from = openFrom(window, new Date(until))
  }
}

/** `08:00–21:00`. */
export function windowText({ fromMinute, untilMinute }: SendWindow): string {
  return `${minuteText(fromMinute)}–${minuteText(untilMinute)}`
}

/** `08:05` of a minute of the day; the last one reads `24:00`. */
export const minuteText = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
