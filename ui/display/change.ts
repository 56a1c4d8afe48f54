/** `较上期 ＋12.3%`: with a sign and no colour, since more is not always better. */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? '' : '上期为0'
  const change = signedTenths(((now - before) / before) * 100)
  return change === '' ? '与上期持平' : `较上期 ${change}%`
}

/** A change with its sign, `＋12.3`; empty if it rounds to zero. */
export function signedTenths(change: number): string {
  const size = Math.abs(change)
  const text = size >= 1000 ? Math.round(size).toLocaleString('en-US') : size.toFixed(1)
  return text === '0.0' ? '' : `${change > 0 ? '＋' : '－'}${text}`
}
