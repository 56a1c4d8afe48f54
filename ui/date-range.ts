import { chinaDay, chinaDayStart } from '#values/china-time.ts'

/** Days in China, both included: `2026-11-15` to `2026-11-21`. */
export interface DayRange {
  from: string
  to: string
}

const monthStart = (now: Date) => `${chinaDay(now).slice(0, 8)}01`
const back = (now: Date, days: number) => chinaDay(chinaDayStart(now, -days))

/** The most frequent ranges, by name. */
export const dayPresets = {
  今天: (now: Date) => ({ from: back(now, 0), to: back(now, 0) }),
  昨天: (now: Date) => ({ from: back(now, 1), to: back(now, 1) }),
  近7天: (now: Date) => ({ from: back(now, 6), to: back(now, 0) }),
  近30天: (now: Date) => ({ from: back(now, 29), to: back(now, 0) }),
  本月: (now: Date) => ({ from: monthStart(now), to: back(now, 0) }),
} satisfies Record<string, (now: Date) => DayRange>

/** On paper: 提交时间 with its days, also those of a label such as 提交时间：近7天; empty: any day. */
export function printedDays(label: string, range: DayRange | null, presets: Record<string, (now: Date) => DayRange> = dayPresets): string {
  const [name, usual = ''] = label.split('：')
  const days = range ?? presets[usual]?.(new Date())
  return days ? `${name}：${days.from} 至 ${days.to}` : usual && label
}

/**
 * The times of a range of days, for a call: from the start of the first day to the start of the day after the last, in
 * UTC.
 */
export function momentsOf({ from, to }: DayRange): { from: string; until: string } {
  const start = new Date(`${from}T00:00:00+08:00`)
  const end = new Date(`${to}T00:00:00+08:00`)
  return { from: start.toISOString(), until: chinaDayStart(end, 1).toISOString() }
}
