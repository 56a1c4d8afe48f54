/** Carriers in China write local time; the protocols define no zone. */
const utcOffsetMs = 8 * 3_600_000

/** Reads YYMMDDhhmm[ss]. Null for no time and for an impossible one: carriers write zeros for an unknown time. */
export function parseCarrierTime(digits: string | undefined): Date | null {
  if (!digits || !/^(?:\d{10}|\d{12})$/.test(digits)) return null
  const part = (index: number) => Number(digits.slice(index, index + 2) || 0)
  const time = new Date(Date.UTC(2000 + part(0), part(2) - 1, part(4), part(6), part(8), part(10)))
  const isReal = digitsOf(time).slice(2, 2 + digits.length) === digits
  return isReal ? new Date(time.getTime() - utcOffsetMs) : null
}

/** YYMMDDhhmm; zeros for no time. */
export function formatCarrierTime(moment: Date | null): string {
  return moment ? localDigits(moment).slice(2, 12) : '0000000000'
}

/** YYYYMMDDhhmmss in China. */
export const localDigits = (moment: Date): string => digitsOf(new Date(moment.getTime() + utcOffsetMs)).slice(0, 14)

const digitsOf = (moment: Date) => moment.toISOString().replace(/\D/g, '')
