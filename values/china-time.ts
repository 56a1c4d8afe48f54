/**
 * Asia/Shanghai has been UTC+8 without daylight saving since 1991, so a fixed offset is exact for every date that we
 * handle.
 */
const offsetMs = 8 * 3_600_000
const dayMs = 86_400_000

const two = (n: number) => String(n).padStart(2, '0')

/** The day in China of a moment, `2026-11-21`. */
export function chinaDay(at: Date | number): string {
  return new Date(Number(at) + offsetMs).toISOString().slice(0, 10)
}

/** The month in China of a moment, `2026-11`. */
export const chinaMonth = (at: Date | number): string => chinaDay(at).slice(0, 7)

/** Start of the day in China of `at`, shifted by `days`. */
export function chinaDayStart(at: Date | number, days = 0): Date {
  const local = Number(at) + offsetMs
  return new Date(local - (((local % dayMs) + dayMs) % dayMs) - offsetMs + days * dayMs)
}

/** Minutes since midnight in China, 0–1439. */
export function chinaMinuteOfDay(at: Date | number): number {
  const local = new Date(Number(at) + offsetMs)
  return local.getUTCHours() * 60 + local.getUTCMinutes()
}

/** `2026-11-21 08:03:09`. */
export function formatChinaTime(at: Date | number): string {
  const local = new Date(Number(at) + offsetMs)
  return `${local.toISOString().slice(0, 10)} ${two(local.getUTCHours())}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`
}

/** Days of the week, Monday first. */
export const weekdayNames = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

/** An hour of the day: 9–10时. */
export const hourName = (hour: number) => `${hour}–${hour + 1}时`
