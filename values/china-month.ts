/** Months of China's calendar as text, `2026-11`. */
const pattern = /^\d{4}-(0[1-9]|1[0-2])$/

export const isMonth = (text: string): boolean => pattern.test(text)

/** The month `count` months after another one, or before it when negative. */
export function monthAfter(month: string, count = 1): string {
  const place = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  return `${Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`
}

/** Its first moment. */
export const monthStart = (month: string): Date => new Date(`${month}-01T00:00:00+08:00`)

/** Its first and last day, and its start and (exclusive) end as moments. */
export function monthSpan(month: string): { from: string; to: string; start: Date; end: Date } {
  const end = monthStart(monthAfter(month))
  const days = Math.round((end.getTime() - monthStart(month).getTime()) / 86_400_000)
  return { from: `${month}-01`, to: `${month}-${String(days).padStart(2, '0')}`, start: monthStart(month), end }
}

/** 2026年11月. */
export const monthName = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5))}月`
