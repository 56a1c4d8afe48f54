/**
 * Whether every text in a value can be kept: PostgreSQL takes neither the character NUL (22021, in JSON 22P05) nor, in JSON, half of a surrogate pair (22P02),
 * which JSON can write as an escape. Names of fields are texts too. Without recursion: what is nested a hundred thousand deep is looked at as well.
 * Bytes and streams of files are no texts.
 */
export function isStorable(value: unknown): boolean {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') {
      if (!next.isWellFormed() || next.includes('\0')) return false
    } else if (Array.isArray(next)) {
      for (const one of next) waiting.push(one)
    } else if (isRecord(next)) {
      for (const [name, one] of Object.entries(next)) waiting.push(name, one)
    }
  }
  return true
}

/** What JSON and forms are read into; a stream leads on to its socket and round to itself. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object') return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
