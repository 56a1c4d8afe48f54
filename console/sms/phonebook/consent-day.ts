import { chinaDay } from '#values/china-time.ts'

/** A time as a day in China, in a date field's format; '' for none. */
export const toDay = (at: string | null): string => (at === null ? '' : chinaDay(new Date(at)))

/** The start of a typed day in China; null for other text. */
export function fromDay(day: string): string | null {
  const at = new Date(`${day}T00:00:00+08:00`)
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && at.getTime() >= 0 ? at.toISOString() : null
}
