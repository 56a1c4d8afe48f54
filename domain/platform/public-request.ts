import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIPv4, type LookupFunction } from 'node:net'
import { errorCode } from '#values/error.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { isPublicAddress } from './public-address.ts'

/** Network access for requests to the outside, with their time-out; tests have their own. */
export interface Outside {
  /** All addresses of a name. Rejects with the codes of node:dns. */
  resolve: (host: string) => Promise<string[]>
  /** Whether DNS answers at all; else a name that isn't found means nothing. */
  isOnline: () => Promise<boolean>
  mayReach: (address: string) => boolean
  /** Ports allowed besides the scheme's own; others would allow scanning of foreign networks. */
  morePorts: readonly string[]
  timeoutMs: number
}

/** Outcome of a request to a public address: the answer, or why there is none. */
export type Reply =
  | { kind: 'answered'; status: number; location: string | null }
  /** Forbidden target: an address that is not public, or a port that is not the web's. */
  | { kind: 'closed' }
  | { kind: 'failed'; why: 'name' | 'certificate' | 'timeout' | 'connection' }
  /** DNS doesn't answer from here. */
  | { kind: 'offline' }

const nameTimeoutMs = 2_000
const resolver = () => new Resolver({ timeout: nameTimeoutMs, tries: 2 })

/** The DNS itself, without this machine's hosts file and search domains. */
export const outside: Outside = {
  resolve: async host => {
    const asked = resolver()
    const found = await Promise.allSettled([asked.resolve4(host), asked.resolve6(host)])
    const addresses = found.flatMap(one => (one.status === 'fulfilled' ? one.value : []))
    if (addresses.length > 0) return addresses
    throw found[0].status === 'rejected' ? found[0].reason : new TypeError(`${host} has no address`)
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
 * SSRF-safe fetch: requests an address and reads only the head of the answer. The name is resolved first, all its
 * addresses must be public, and the connection goes to a checked address, so that DNS rebinding has no effect.
 * Redirects are not followed.
 */
export async function safeFetch(url: URL, { resolve, isOnline, mayReach, morePorts, timeoutMs }: Outside = outside): Promise<Reply> {
  if (url.port !== '' && !morePorts.includes(url.port)) return { kind: 'closed' }
  let addresses: string[]
  try {
    addresses = await resolve(url.hostname)
  } catch (error) {
    const code = errorCode(error)
    if (code !== 'ENOTFOUND' && code !== 'ENODATA') return { kind: 'offline' }
    return (await isOnline()) ? { kind: 'failed', why: 'name' } : { kind: 'offline' }
  }
  if (addresses.length === 0) return { kind: 'failed', why: 'name' }
  if (!addresses.every(mayReach)) return { kind: 'closed' }
  return headOf(url, firstOrThrow(addresses), timeoutMs)
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
    // Errors after the answer, caused by closing the connection, change nothing.
    request.on('error', error => done({ kind: 'failed', why: classifyRequestError(error) }))
    request.end()
  })
}

/** Classifies the error of a failed request. */
export function classifyRequestError(error: Error & { code?: string }): 'certificate' | 'timeout' | 'connection' {
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || error.code === 'ETIMEDOUT') return 'timeout'
  return /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/.test(error.code ?? '') ? 'certificate' : 'connection'
}
