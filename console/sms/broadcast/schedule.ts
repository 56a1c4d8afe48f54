import { chinaDay, chinaMinuteOfDay, formatChinaTime } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
/** `2026-11-21T08:00`, the field's format. */
export const chinaInputText = (at: Date | number) => formatChinaTime(at).slice(0, 16).replace(' ', 'T')

/** The time (ISO, China's offset) of a field; null while it is incomplete. */
export const chinaMoment = (text: string): string | null => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00+08:00` : null)

/** The first and the last time for which a broadcast may be scheduled. */
const scheduleSpan = (now: number) => [now + limits.scheduleMinLeadMinutes * minuteMs, now + limits.scheduleMaxLeadDays * dayMs] as const
export function scheduleDays(now: number): [string, string] {
  const [first, last] = scheduleSpan(now)
  return [chinaDay(first), chinaDay(last)]
}

/** Why a chosen time is invalid, or null. */
export function scheduleProblem(text: string, now: number): string | null {
  const at = Date.parse(chinaMoment(text) ?? '')
  const [least, most] = scheduleSpan(now)
  if (Number.isNaN(at)) return '请选择发送时间'
  if (at < least) return `请选择${limits.scheduleMinLeadMinutes}分钟之后的时间`
  if (at > most) return `请选择${limits.scheduleMaxLeadDays}天之内的时间`
  return null
}

/** Usual next times, by name: this evening and the next morning. */
export function usualTimes(now: number): { name: string; value: string }[] {
  const nextOf = (clock: string) => {
    const today = `${chinaDay(now)}T${clock}`
    const isOpen = scheduleProblem(today, now) === null
    return { isToday: isOpen, value: isOpen ? today : `${chinaDay(now + dayMs)}T${clock}` }
  }
  const evening = nextOf('20:00')
  const morning = nextOf('10:00')
  return [
    { name: `${evening.isToday ? '今晚' : '明晚'} 20:00`, value: evening.value },
    { name: `${morning.isToday ? '今早' : '明早'} 10:00`, value: morning.value },
  ].sort((one, other) => one.value.localeCompare(other.value))
}

/** `凌晨 03:34` for a time at night; null by day. */
export function nightText(at: number): string | null {
  const minute = chinaMinuteOfDay(at)
  if (minute >= limits.marketingHardFromMinute && minute < limits.marketingHardUntilMinute) return null
  const part = minute >= limits.marketingHardUntilMinute ? '深夜' : minute < 5 * 60 ? '凌晨' : '清晨'
  return `${part} ${formatChinaTime(at).slice(11, 16)}`
}

/** The next usual time in the morning. */
export const nextMorning = (now: number) => firstOrThrow(usualTimes(now).filter(({ name }) => name.endsWith('10:00')))
