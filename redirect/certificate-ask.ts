import type { OwnDomains } from './own-domains.ts'
import { splitTarget } from './path.ts'
import type { Answerer } from './static-responses.ts'

/** No code: those have no slash. */
export const certificateAskPath = '/tls/ask'

/**
 * Answers a proxy that obtains certificates on demand (docs/operating/link-domains.md): 200 where `domain` is a short
 * domain of the platform or a customer's verified one, else 404, so that strangers' names use up no certificates.
 */
export function certificateAsk(domains: Pick<OwnDomains, 'of'>, shortLinkUrl: string | undefined): Answerer {
  const platformHost = shortLinkUrl === undefined ? null : new URL(shortLinkUrl).hostname
  return (request, response) => {
    const domain = new URLSearchParams(splitTarget(request.url ?? '').query).get('domain')?.toLowerCase() ?? ''
    const isOurs = domain !== '' && (domain === platformHost || domains.of(domain) !== '')
    response.writeHead(isOurs ? 200 : 404, { 'content-type': 'text/plain', 'content-length': 0, 'cache-control': 'no-store' }).end()
  }
}
