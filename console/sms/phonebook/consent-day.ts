import { chinaDay } from '#values/china-time.ts'

/** A moment as a day in China, as a date field takes it; '' for none. */
export const toDay = (at: string | null): string => (at === null ? '' : chinaDay(new Date(at)))

/** The beginning of a typed day in China; null while it is none. */
export function fromDay(day: string): string | null {
  const at = new Date(`${day}T00:00:00+08:00`)
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && at.getTime() >= 0 ? at.toISOString() : null
}
