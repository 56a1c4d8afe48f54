import type { IncomingMessage } from 'node:http'

/**
 * Whether it is not clear whom a request is for, which a proxy in front may read otherwise than we: two Host fields, another one than a whole address in the
 * first line names, or a version that has no such head (RFC 9112 §2.3, §3.2). Node's parser lets them pass.
 */
export function isAmbiguous({ rawHeaders, headers, httpVersion, url = '' }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true
  let hostCount = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') hostCount += 1
  if (hostCount > 1) return true
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]
  return authority !== undefined && authority.toLowerCase() !== headers.host?.toLowerCase()
}
