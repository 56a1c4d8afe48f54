const codePattern = /^\/([0-9A-Za-z_-]{4,20})$/
/** Phones take what follows an address in a text for a part of it: a full stop, a closing bracket, 回T退订 in percents. */
const codeWithRest = /^\/([0-9A-Za-z_-]{4,20})(?:%[^/]*|[.,;:!?'")\]]+|\/)$/

/** The code that a path names; null when it can be none. */
export const codeOf = (path: string): string | null => (codePattern.exec(path) ?? codeWithRest.exec(path))?.[1] ?? null

/** Path and query of a request's target, which may be whole addresses as proxies are asked for them. */
export function splitTarget(target: string): { path: string; query: string } {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
  const queryAt = local.indexOf('?')
  return queryAt === -1 ? { path: local, query: '' } : { path: local.slice(0, queryAt), query: local.slice(queryAt + 1) }
}
