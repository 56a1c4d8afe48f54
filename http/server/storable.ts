/**
 * Whether the database can store every text in a value: PostgreSQL accepts neither NUL (22021, in JSON 22P05) nor, in
 * JSON, half of a surrogate pair (22P02), which JSON can contain as an escape. Names of fields count too. Iterative, so
 * that deep nesting can't overflow the stack. Skips bytes and streams.
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

/** Results of JSON and forms; a stream refers to its socket and back to itself. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object') return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
