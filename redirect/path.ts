const codePattern = /^\/([0-9A-Za-z_-]{4,20})$/
/** Phones include text after an address: a full stop, a closing bracket, percent-encoded 回T退订. */
const codeWithRest = /^\/([0-9A-Za-z_-]{4,20})(?:%[^/]*|[.,;:!?'")\]]+|\/)$/

/** The code in a path; null if there can be none. */
export const codeOf = (path: string): string | null => (codePattern.exec(path) ?? codeWithRest.exec(path))?.[1] ?? null

/** Path and query of a request target, which may be an absolute URI as for proxies. */
export function splitTarget(target: string): { path: string; query: string } {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
  const queryAt = local.indexOf('?')
  return queryAt === -1 ? { path: local, query: '' } : { path: local.slice(0, queryAt), query: local.slice(queryAt + 1) }
}
