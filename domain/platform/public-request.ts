import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIPv4, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** What of the world outside is asked, and how long: tests have a world of their own. */
export interface Outside {
  /** All addresses of a name. Rejects with the codes of node:dns. */
  resolve: (host: string) => Promise<string[]>
  /** Whether names are answered at all; else a name that is not found tells nothing. */
  isOnline: () => Promise<boolean>
  mayReach: (address: string) => boolean
  /** Ports beside the scheme's own, which nobody looks into other people's networks by. */
  morePorts: readonly string[]
  timeoutMs: number
}

/** How a request to a public address ended: what was answered, or why nothing was. */
export type Reply =
  | { kind: 'answered'; status: number; location: string | null }
  /** Whoever asks may not ask there: an address that is not public, or a port that is not the web's. */
  | { kind: 'closed' }
  | { kind: 'failed'; why: 'name' | 'certificate' | 'timeout' | 'connection' }
  /** No name can be resolved from here. */
  | { kind: 'offline' }

const nameTimeoutMs = 2_000
const resolver = () => new Resolver({ timeout: nameTimeoutMs, tries: 2 })

/** The DNS itself, past the files and search lists of this machine. */
export const outside: Outside = {
  resolve: async host => {
    const asked = resolver()
    const found = await Promise.allSettled([asked.resolve4(host), asked.resolve6(host)])
    const addresses = found.flatMap(one => (one.status === 'fulfilled' ? one.value : []))
    if (addresses.length > 0) return addresses
    throw (found[0] as PromiseRejectedResult).reason
  },
  isOnline: () =>
    resolver()
      .resolveNs('cn')
      .then(
        servers => servers.length > 0,
        () => false,
      ),
  mayReach: isPublicAddress,
  morePorts: [],
  timeoutMs: 4_000,
}

/**
 * Asks an address for its head and looks at no byte of its body. The name is resolved first, every address it has must be public, and the connection goes to
 * the one that was checked: what the name says a moment later changes nothing. Redirects are not followed.
 */
export async function safeFetch(url: URL, { resolve, isOnline, mayReach, morePorts, timeoutMs }: Outside = outside): Promise<Reply> {
  if (url.port !== '' && !morePorts.includes(url.port)) return { kind: 'closed' }
  let addresses: string[]
  try {
    addresses = await resolve(url.hostname)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'ENOTFOUND' && code !== 'ENODATA') return { kind: 'offline' }
    return (await isOnline()) ? { kind: 'failed', why: 'name' } : { kind: 'offline' }
  }
  if (addresses.length === 0) return { kind: 'failed', why: 'name' }
  if (!addresses.every(mayReach)) return { kind: 'closed' }
  return headOf(url, addresses[0]!, timeoutMs)
}

function headOf(url: URL, address: string, timeoutMs: number): Promise<Reply> {
  const family = isIPv4(address) ? 4 : 6
  const pinned: LookupFunction = (_, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family))
  const send = url.protocol === 'https:' ? requestSecure : requestPlain
  const options = {
    method: 'GET',
    agent: false,
    lookup: pinned,
    maxHeaderSize: 16 * 1024,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'user-agent': 'Mozilla/5.0 (compatible; HongyanLinkCheck/1.0)',
      accept: 'text/html,*/*;q=0.5',
      'accept-encoding': 'identity',
    },
  }
  return new Promise<Reply>(done => {
    const request = send(url, options, (response: IncomingMessage) => {
      done({ kind: 'answered', status: response.statusCode!, location: response.headers.location ?? null })
      request.destroy()
    })
    // Whatever comes after the answer, by our own hanging up, no longer settles anything.
    request.on('error', error => done({ kind: 'failed', why: whyOf(error) }))
    request.end()
  })
}

/** Why a request failed, of its error. */
export function whyOf(error: Error & { code?: string }): 'certificate' | 'timeout' | 'connection' {
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || error.code === 'ETIMEDOUT') return 'timeout'
  return /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/.test(error.code ?? '') ? 'certificate' : 'connection'
}
