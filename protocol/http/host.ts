import type { IncomingMessage } from 'node:http'

/**
 * Whether a request's host is ambiguous, so that a proxy in front may read it differently (request smuggling): two Host
 * fields, one that differs from an absolute URL in the first line, or a version without such a head (RFC 9112 §2.3,
 * §3.2). Node's parser accepts them.
 */
export function isAmbiguous({ rawHeaders, headers, httpVersion, url = '' }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true
  let hostCount = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hostCount += 1
  if (hostCount > 1) return true
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]
  return authority !== undefined && authority.toLowerCase() !== headers.host?.toLowerCase()
}
