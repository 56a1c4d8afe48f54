/** Carriers in China write local time; the protocols define no zone. */
const utcOffsetMs = 8 * 3_600_000

/** Reads YYMMDDhhmm[ss]. Null for no time and for an impossible one: carriers write zeros for an unknown time. */
export function parseCarrierTime(digits: string | undefined): Date | null {
  if (!digits || !/^(?:\d{10}|\d{12})$/.test(digits)) return null
  const digit = (index: number) => digits.charCodeAt(index) - 48
  const part = (index: number) => 10 * digit(index) + digit(index + 1)
  const [year, month, day, hour, minute, second] = [2000 + part(0), part(2), part(4), part(6), part(8), digits.length > 10 ? part(10) : 0]
  const isReal = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month) && hour < 24 && minute < 60 && second < 60
  return isReal ? new Date(Date.UTC(year, month - 1, day, hour, minute, second) - utcOffsetMs) : null
}

const daysOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** YYMMDDhhmm; zeros for no time. */
export function formatCarrierTime(moment: Date | null): string {
  return moment ? localDigits(moment).slice(2, 12) : '0000000000'
}

/** YYYYMMDDhhmmss in China. */
export function localDigits(moment: Date): string {
  const iso = new Date(moment.getTime() + utcOffsetMs).toISOString()
  return iso.slice(0, 4) + iso.slice(5, 7) + iso.slice(8, 10) + iso.slice(11, 13) + iso.slice(14, 16) + iso.slice(17, 19)
}
