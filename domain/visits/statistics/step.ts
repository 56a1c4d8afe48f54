/** Numbers of steps: minutes and hours since 1970 (UTC), days and weeks since 1970 in China. */
export const stepMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
export const chinaOffsetMs = 8 * stepMs.hour

export const minuteOf = (at: Date | number) => Math.floor(Number(at) / stepMs.minute)
export const hourOf = (at: Date | number) => Math.floor(Number(at) / stepMs.hour)
export const dayOf = (at: Date | number) => Math.floor((Number(at) + chinaOffsetMs) / stepMs.day)

export const hourOfMinute = (minute: number) => Math.floor(minute / 60)
export const dayOfHour = (hour: number) => Math.floor((hour + 8) / 24)
/** The first hour of a day. */
export const firstHour = (day: number) => day * 24 - 8
/** Weeks start on Mondays; 1970-01-01 was a Thursday. */
export const weekOfDay = (day: number) => Math.floor((day + 3) / 7)
/** The first day of a week. */
export const firstDay = (week: number) => week * 7 - 3
