/** A duration as text: 「不到1秒」, 「3.2秒」, 「2分5秒」, 「3小时10分」. */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 1) return '不到1秒'
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)}秒`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}分${Math.round(seconds % 60)}秒`
  return `${Math.floor(minutes / 60)}小时${minutes % 60}分`
}

/** The time between two moments as text; null while one is missing. */
export const took = (from: string | null, until: string | null) =>
  from && until ? durationText(Math.max(0, Date.parse(until) - Date.parse(from))) : null
