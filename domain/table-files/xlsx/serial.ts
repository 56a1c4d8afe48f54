const dayMs = 86_400_000

/**
 * A spreadsheet's serial date as text: days since the end of 1899 (counting a 29 February 1900 that never was) or since
 * 1904, without a time zone. `2026-11-21`, `2026-11-21 09:30`, or `09:30` for a time alone.
 */
export function serialText(serial: number, from1904: boolean): string {
  const epochMs = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  // To the minute: fractions of a day don't represent seconds exactly.
  const at = new Date(epochMs + Math.round((serial * dayMs) / 60_000) * 60_000)
  if (serial < 0 || Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return String(serial)
  const [day, time] = [at.toISOString().slice(0, 10), at.toISOString().slice(11, 16)]
  if (serial < 1) return time
  return time === '00:00' ? day : `${day} ${time}`
}
