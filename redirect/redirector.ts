import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { decide, type Route, type VisitorFacts, withQuery } from '#domain/shorturl/route.ts'
import type { FoundCode } from '#domain/shorturl/route-read.ts'
import { type VisitNote, writeNote } from '#domain/shorturl/visit.ts'
import { agentFacts, placeFacts } from '#domain/shorturl/visit-facts.ts'
import { keyOf, type LinkIndex } from './link-index.ts'
import type { MissBudget } from './miss-budget.ts'
import { type PageName, pageStatus, pages } from './pages.ts'

export interface RedirectorOptions {
  index: LinkIndex
  misses: MissBudget
  now: () => Date
  /** Asks the database for a code that the index doesn't know. Rejects while it is away. */
  find: (domain: string, code: string) => Promise<FoundCode | null>
  /** Takes a line of the visit log. */
  note: (line: string) => void
  /** Domains of customers; every other name is the platform's own. */
  domains: ReadonlySet<string>
  /** The visitor's address, when a proxy stands between. */
  addressOf?: (request: IncomingMessage) => string
}

const codePattern = /^[0-9A-Za-z_-]{4,20}$/

/** The HTTP server of short links: resolve, note the visit, answer 302. */
export function createRedirector(options: RedirectorOptions): Server {
  const redirector = new Redirector(options)
  const server = createServer({ keepAliveTimeout: 30_000, headersTimeout: 10_000, requestTimeout: 10_000 }, redirector.answer)
  server.maxRequestsPerSocket = 0
  return server
}

class Redirector {
  readonly #options: RedirectorOptions
  readonly #asking = new Map<string, Promise<FoundCode | null>>()

  constructor(options: RedirectorOptions) {
    this.#options = options
  }

  readonly answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url!
    const queryAt = url.indexOf('?')
    const code = queryAt === -1 ? url.slice(1) : url.slice(1, queryAt)
    const query = queryAt === -1 ? '' : url.slice(queryAt + 1)
    if (request.method !== 'GET' && request.method !== 'HEAD') response.writeHead(405, { allow: 'GET, HEAD' }).end()
    else if (!codePattern.test(code)) sendPage(response, 'missing')
    else {
      const domain = this.#domainOf(request)
      const known = this.#options.index.find(keyOf(domain, code), this.#options.now().getTime())
      if (known) this.#send(request, response, known, query)
      else void this.#ask(request, response, { domain, code, query, isMissing: known === null })
    }
  }

  #domainOf(request: IncomingMessage): string {
    const { domains } = this.#options
    if (domains.size === 0) return ''
    const host = request.headers.host?.toLowerCase().replace(/:\d+$/, '') ?? ''
    return domains.has(host) ? host : ''
  }

  /** What the index doesn't know, or knows to be nothing: both cost the address of who asks. */
  async #ask(
    request: IncomingMessage,
    response: ServerResponse,
    { domain, code, query, isMissing }: { domain: string; code: string; query: string; isMissing: boolean },
  ): Promise<void> {
    const { index, misses, now } = this.#options
    const address = this.#addressOf(request)
    const nowMs = now().getTime()
    if (misses.isSpent(address, nowMs)) return sendPage(response, 'many')
    let found: FoundCode | null = null
    try {
      if (!isMissing) found = await this.#find(domain, code)
    } catch {
      // The change feed has told the log that the database is away.
      return sendPage(response, 'away')
    }
    if (found?.route.state === 'active') {
      index.add(found)
      return this.#send(request, response, found, query)
    }
    if (!isMissing) index.addMissing(keyOf(domain, code), nowMs)
    misses.spend(address, nowMs)
    sendPage(response, 'missing')
  }

  /** Many who ask for the same code at once are one question. */
  #find(domain: string, code: string): Promise<FoundCode | null> {
    const key = keyOf(domain, code)
    const asked = this.#asking.get(key)
    if (asked) return asked
    const asking = this.#options.find(domain, code).finally(() => this.#asking.delete(key))
    this.#asking.set(key, asking)
    return asking
  }

  #addressOf(request: IncomingMessage): string {
    const address = this.#options.addressOf?.(request) ?? request.socket.remoteAddress ?? '0.0.0.0'
    return address.startsWith('::ffff:') ? address.slice(7) : address
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    { route, messageId }: { route: Route; messageId: string | null },
    query: string,
  ): void {
    const now = this.#options.now()
    const { headers } = request
    const agent = headers['user-agent'] ?? ''
    const address = this.#addressOf(request)
    const decision = decide(route, now, visitorOf(route, address, agent))
    if (decision.kind !== 'redirect') {
      sendPage(response, decision.kind)
      return
    }
    const target = route.passesQuery ? withQuery(decision.target, query) : decision.target
    response.writeHead(302, ['location', target, 'cache-control', 'no-store', 'content-length', '0'])
    response.end()
    const isSeen = request.method === 'GET' && !headers.purpose && !headers['sec-purpose']
    const note: VisitNote = {
      atMs: now.getTime(),
      accountId: route.accountId,
      linkId: route.linkId,
      messageId,
      address,
      method: isSeen ? 'get' : 'unseen',
      arm: decision.arm,
      agent,
      referrer: headers.referer ?? '',
      language: headers['accept-language'] ?? '',
    }
    this.#options.note(writeNote(note))
  }
}

const visitorOf = (route: Route, address: string, agent: string): VisitorFacts => ({
  device: () => agentFacts(agent).device,
  province: () => placeFacts(address).province,
  share: () => createHash('md5').update(`${route.linkId}\n${address}\n${agent}`).digest().readUInt32BE(0) / 2 ** 32,
})

function sendPage(response: ServerResponse, name: PageName): void {
  response.writeHead(pageStatus[name], {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': pages[name].length,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  response.end(pages[name])
}
