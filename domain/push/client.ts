import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as requestPlain } from 'node:http'
import { request as requestSecure, Agent as SecureAgent } from 'node:https'
import { isIP, isIPv4, type LookupFunction } from 'node:net'
import { classifyRequestError, isLoopbackAddress, isPublicAddress, type Outside, outside } from '#domain/platform/index.ts'
import { errorCode } from '#values/error.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Outcome of a request to a webhook, as the delivery log names it. */
export type Outcome =
  | 'delivered'
  | 'status'
  | 'redirect'
  | 'answer'
  | 'timeout'
  | 'connection'
  | 'certificate'
  | 'name'
  | 'closed'
  | 'offline'

export interface Exchange {
  outcome: Outcome
  httpStatus: number | null
  elapsedMs: number
}

/** Environment of a webhook client, besides that of `Outside`. */
export interface WebhookWorld extends Pick<Outside, 'resolve' | 'isOnline' | 'mayReach'> {
  connectTimeoutMs: number
  /** For the whole request: from DNS to the end of the answer. */
  wholeTimeoutMs: number
}

/** The real environment; with `allowsLoopback`, for development, this machine's own addresses too. */
export function webhookWorld(allowsLoopback: boolean): WebhookWorld {
  return {
    resolve: host => (allowsLoopback && host === 'localhost' ? Promise.resolve(['127.0.0.1']) : outside.resolve(host)),
    isOnline: outside.isOnline,
    mayReach: address => isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address)),
    connectTimeoutMs: 5_000,
    wholeTimeoutMs: 10_000,
  }
}

/**
 * Ports besides the web's own and those below 1024 to which browsers don't speak HTTP either (WHATWG Fetch, "port
 * blocking").
 */
const closedPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])
function isOpenPort(url: URL): boolean {
  if (url.port === '') return true
  const port = Number(url.port)
  return port === 80 || port === 443 || (port >= 1024 && !closedPorts.has(port))
}

/** Whether an address can be a webhook's, as far as it shows without network access; names are checked at each call. */
export function mayBeCalled(world: Pick<WebhookWorld, 'mayReach'>, target: string, allowsLoopback: boolean): boolean {
  const url = new URL(target)
  const host = hostOf(url)
  return isOpenPort(url) && (isIP(host) ? world.mayReach(host) : host !== 'localhost' || allowsLoopback)
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

const maxAnswerBytes = 4_096
const idleSocketMs = 8_000
/** Cache time of a name's addresses; the connection goes to a checked one. */
const nameKeptMs = 10_000
const maxNames = 10_000

class Failure extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super(outcome)
    this.outcome = outcome
  }
}

/**
 * Webhook client, SSRF-safe: posts to addresses that customers chose. Every address of the name must be public, the
 * connection goes to a checked one, redirects are not followed, and of the answer only the status and `isAccepted` of
 * its first bytes are used.
 */
export class WebhookClient {
  readonly #world: WebhookWorld
  readonly #names = new Map<string, { addresses: string[]; until: number }>()
  readonly #plain = new PlainAgent({ keepAlive: true, timeout: idleSocketMs })
  readonly #secure = new SecureAgent({ keepAlive: true, timeout: idleSocketMs })

  constructor(world: WebhookWorld) {
    this.#world = world
  }

  async post(target: string, headers: Record<string, string>, body: string, isAccepted: (body: string) => boolean): Promise<Exchange> {
    const began = performance.now()
    const ended = (outcome: Outcome, httpStatus: number | null = null): Exchange => ({
      outcome,
      httpStatus,
      elapsedMs: Math.round(performance.now() - began),
    })
    try {
      const url = new URL(target)
      if (!isOpenPort(url)) return ended('closed')
      const address = await this.#addressOf(url)
      const deadline = AbortSignal.timeout(Math.ceil(Math.max(1, this.#world.wholeTimeoutMs - (performance.now() - began))))
      const answer = await this.#send(url, address, headers, body, deadline)
      if (answer.status >= 300 && answer.status < 400) return ended('redirect', answer.status)
      if (answer.status < 200 || answer.status >= 300) return ended('status', answer.status)
      return ended(isAccepted(answer.body) ? 'delivered' : 'answer', answer.status)
    } catch (error) {
      if (error instanceof Failure) return ended(error.outcome)
      throw error
    }
  }

  close(): void {
    this.#plain.destroy()
    this.#secure.destroy()
  }

  /** One of the addresses of a name, all of which are allowed. */
  async #addressOf(url: URL): Promise<string> {
    const host = hostOf(url)
    const addresses = isIP(host) ? [host] : await this.#resolve(host)
    if (!addresses.every(this.#world.mayReach)) throw new Failure('closed')
    return firstOrThrow(addresses)
  }

  async #resolve(host: string): Promise<string[]> {
    const known = this.#names.get(host)
    if (known && known.until > performance.now()) return known.addresses
    let addresses: string[]
    try {
      addresses = await this.#world.resolve(host)
    } catch (error) {
      const code = errorCode(error)
      const isUnknown = code === 'ENOTFOUND' || code === 'ENODATA'
      throw new Failure(isUnknown && (await this.#world.isOnline()) ? 'name' : 'offline')
    }
    if (addresses.length === 0) throw new Failure('name')
    if (this.#names.size >= maxNames) this.#names.clear()
    this.#names.set(host, { addresses, until: performance.now() + nameKeptMs })
    return addresses
  }

  async #send(url: URL, address: string, headers: Record<string, string>, body: string, deadline: AbortSignal): Promise<Answer> {
    const attempt = () => exchange(this.#open(url, address, headers, body, deadline), body, this.#world.connectTimeoutMs)
    const first = await attempt()
    // The server closed a keep-alive connection just when it was reused: it has not seen the request.
    const last = 'isStale' in first && first.isStale ? await attempt() : first
    if ('error' in last) throw new Failure(classifyRequestError(last.error))
    return last
  }

  #open(url: URL, address: string, headers: Record<string, string>, body: string, signal: AbortSignal): ClientRequest {
    const family = isIPv4(address) ? 4 : 6
    const pinned: LookupFunction = (_, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family))
    const isSecure = url.protocol === 'https:'
    return (isSecure ? requestSecure : requestPlain)(url, {
      method: 'POST',
      agent: isSecure ? this.#secure : this.#plain,
      lookup: pinned,
      maxHeaderSize: 16 * 1024,
      signal,
      headers: {
        ...headers,
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Hongyan-Webhook/1.0',
        'accept-encoding': 'identity',
      },
    })
  }
}

interface Answer {
  status: number
  body: string
}

function exchange(
  request: ClientRequest,
  body: string,
  connectTimeoutMs: number,
): Promise<Answer | { error: Error & { code?: string }; isStale: boolean }> {
  return new Promise(done => {
    const connecting = setTimeout(
      () => request.destroy(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' })),
      connectTimeoutMs,
    )
    request.on('socket', socket => {
      const isOpen = !socket.connecting
      if (isOpen) clearTimeout(connecting)
      else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
    })
    request.on('error', (error: Error & { code?: string }) => {
      clearTimeout(connecting)
      done({ error, isStale: request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE') })
    })
    request.on('response', response => {
      clearTimeout(connecting)
      // The status has arrived: later errors don't matter.
      request.removeAllListeners('error').on('error', () => undefined)
      readStart(response).then(start => done({ status: response.statusCode!, body: start }))
    })
    request.end(body)
  })
}

/**
 * The first bytes of an answer; the rest isn't read and the connection is closed. An answer that breaks off still has
 * its status.
 */
function readStart(response: IncomingMessage): Promise<string> {
  return new Promise(done => {
    const parts: Buffer[] = []
    let size = 0
    const finish = () => done(Buffer.concat(parts).subarray(0, maxAnswerBytes).toString('utf8'))
    response.on('data', (part: Buffer) => {
      parts.push(part)
      size += part.length
      if (size >= maxAnswerBytes) {
        finish()
        response.destroy()
      }
    })
    response.on('end', finish)
    response.on('close', finish)
    response.on('error', finish)
  })
}
