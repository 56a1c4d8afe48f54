import type { WireRequest } from './wire-request.ts'

/**
 * Parses a pasted HTTP request, also with the `> ` prefix of curl -v. Null: no method and path at the start. The body
 * has the length of Content-Length; without it, it is the rest except the trailing line end.
 */
export function readPastedRequest(text: string): WireRequest | null {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replace(/^\s+/, '')
    .split('\n')
    .map(line => line.replace(/^> ?/, ''))
  const [, method, target] = /^([A-Za-z]+) +(\S+)(?: +HTTP\/[\d.]+)?\s*$/.exec(lines[0] ?? '') ?? []
  if (!method || !target) return null
  const end = lines.indexOf('', 1)
  const headers: Record<string, string> = {}
  for (const line of lines.slice(1, end < 0 ? undefined : end)) {
    const [, name, value = ''] = /^([^:\s]+) *:(.*)$/.exec(line) ?? []
    if (name) headers[name.toLowerCase()] = value.trim()
  }
  const url = target.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, '') || '/'
  const [path = '/', query = ''] = splitOnce(url.startsWith('/') ? url : `/${url}`)
  const pasted = Buffer.from(end < 0 ? '' : lines.slice(end + 1).join('\n'))
  const length = /^\d+$/.test(headers['content-length'] ?? '') ? Number(headers['content-length']) : null
  const body = length !== null && length <= pasted.length ? pasted.subarray(0, length) : Buffer.from(pasted.toString().replace(/\n+$/, ''))
  return { method: method.toUpperCase(), path, query, headers, body }
}

function splitOnce(url: string): [string, string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}
