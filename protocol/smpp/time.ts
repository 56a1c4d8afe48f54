/** Carriers in China and their customers use local time when they name no zone. */
const chinaOffsetMs = 8 * 3_600_000
const quarterMs = 15 * 60_000

const pattern = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d)(\d{2})([+\-R])$/

/**
 * Parses schedule_delivery_time and validity_period (SMPP 3.4 §7.1.1): `YYMMDDhhmmsstnn` and `+` or `-` for an absolute
 * time (nn: quarters of an hour from UTC), `R` for one relative to `now` (years and months by the calendar in China).
 * Null for an empty or impossible one.
 */
export function parseSmppTime(text: string, now: Date): Date | null {
  const [, ...groups] = pattern.exec(text) ?? []
  if (groups.length === 0) return null
  const [years, months, days, hours, minutes, seconds, tenths, quarters] = groups.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const sign = groups[8]!
  if (sign === 'R') {
    const from = new Date(now.getTime() + chinaOffsetMs)
    from.setUTCFullYear(from.getUTCFullYear() + years, from.getUTCMonth() + months, from.getUTCDate() + days)
    const passedMs = ((hours * 60 + minutes) * 60 + seconds) * 1000 + tenths * 100
    return new Date(from.getTime() + passedMs - chinaOffsetMs)
  }
  const written = new Date(Date.UTC(2000 + years, months - 1, days, hours, minutes, seconds, tenths * 100))
  const isReal = written.toISOString().replace(/\D/g, '').slice(2, 14) === text.slice(0, 12)
  if (!isReal || quarters > 48) return null
  return new Date(written.getTime() - (sign === '+' ? 1 : -1) * quarters * quarterMs)
}

/** Formats a moment in the absolute form, in China's zone. */
export function formatSmppTime(moment: Date): string {
  const digits = new Date(moment.getTime() + chinaOffsetMs).toISOString().replace(/\D/g, '')
  return `${digits.slice(2, 15)}32+`
}
