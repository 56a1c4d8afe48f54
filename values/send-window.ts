import { chinaDayStart, chinaMinuteOfDay } from './china-time.ts'

const minuteMs = 60_000

/**
 * Window of minutes of the day in China in which messages are sent: the first inclusive, the last exclusive; at most
 * 1440.
 */
export interface SendWindow {
  fromMinute: number
  untilMinute: number
}

export const wholeDay: SendWindow = { fromMinute: 0, untilMinute: 1440 }

/** The minutes in both windows, or null when there are none. */
export function sharedWindow(a: SendWindow, b: SendWindow): SendWindow | null {
  const shared = { fromMinute: Math.max(a.fromMinute, b.fromMinute), untilMinute: Math.min(a.untilMinute, b.untilMinute) }
  return shared.fromMinute < shared.untilMinute ? shared : null
}

/** The first moment in the window from `at` on. */
export function openFrom({ fromMinute, untilMinute }: SendWindow, at: Date): Date {
  const minute = chinaMinuteOfDay(at)
  if (minute >= fromMinute && minute < untilMinute) return at
  return new Date(chinaDayStart(at, minute < fromMinute ? 0 : 1).getTime() + fromMinute * minuteMs)
}

/** When a number of messages is sent at a pace, from `begin` on and only inside the window. */
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

/** `08:05` for a minute of the day; the last one is `24:00`. */
export const minuteText = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
