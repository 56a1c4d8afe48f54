import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { networkOf } from '#domain/platform/index.ts'
import {
  afterEnd,
  type Decision,
  decide,
  type FoundCode,
  missedByState,
  nobody,
  type Route,
  shortAddress,
  type VisitLogEntry,
  withPlaces,
  withQuery,
  writeNote,
} from '#domain/visits/index.ts'
import { httpDate } from '#protocol/http/date.ts'
import { drainOnClose, readPending } from '#protocol/http/drain.ts'
import { openHttpFastPath } from '#protocol/http/fast-path.ts'
import { isAmbiguous } from '#protocol/http/host.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { encodeId } from '#values/id.ts'
import type { FixedWindowLimiter } from '#values/limiter.ts'
import { limits } from '#values/limits.ts'
import { keyOf, type LinkIndex, type Unheld } from './link-index.ts'
import type { OwnDomains } from './own-domains.ts'
import { closedPage, earlyPage, type Foot, leavePage, type PasswordProblem, passwordPage, sendHtml, sendPage } from './pages.ts'
import { PasswordRoute } from './password-route.ts'
import { codeOf, splitTarget } from './path.ts'
import { type Answerer, staticResponses } from './static-responses.ts'
import type { VisitAllowance } from './visit-allowance.ts'
import { knownAgentFacts, markCookie, markOf, newMark, Visitor } from './visitor.ts'
import type { Head, Sender } from './visitor-address.ts'

export interface RedirectorOptions {
  index: LinkIndex
  /** Limits unknown codes by address. */
  misses: FixedWindowLimiter
  allowance: VisitAllowance
  domains: Pick<OwnDomains, 'of' | 'ownerOf'>
  now: () => Date
  logger: Logger
  /** Queries the database for a code that is not in the index. Rejects while it is unavailable. */
  find: (domain: string, code: string) => Promise<FoundCode | null>
  /** Appends a line to the visit log. */
  note: (line: string) => void
  /** The visitor's address behind trusted proxies. */
  addressOf: (request: Sender) => string
  /** Key for deriving visitors' ids. */
  markKey: string
  /** Base of short links on the platform's own domain; unset: as in the request. */
  shortLinkUrl?: string | undefined
  /** Plain requests bypass Node's HTTP server (HTTP fast path). */
  hasFastPath?: boolean
  /** Further paths of the short domains that are no codes. Their words are reserved (domain/visits/own-code.ts). */
  answers?: ReadonlyMap<string, Answerer>
}

/** Counts of requests and redirects since the start. */
export interface RequestCounts {
  requestCount: number
  redirectCount: number
}

interface Place {
  domain: string
  code: string
  query: string
}
interface Asked extends Place {
  request: IncomingMessage
  response: ServerResponse
}
/** `code`: the exact code where the request differs in case. */
type Found = Pick<FoundCode, 'route' | 'messageId'> & { code?: string | undefined }

/**
 * The HTTP server of short links: resolve the code, record the visit, answer 302. `counts` counts its answers; `stop`
 * closes all connections, each after its outstanding answers.
 */
export function createRedirector(options: RedirectorOptions): { server: Server; counts: RequestCounts; stop: () => Promise<void> } {
  const redirector = new Redirector(options)
  const server = createServer({ keepAliveTimeout: 30_000, headersTimeout: 10_000, requestTimeout: 10_000 }, redirector.answer)
  server.maxRequestsPerSocket = 0
  const { drainGraceMs: graceMs, drainMs: limitMs } = limits
  drainOnClose(server, { graceMs, limitMs })
  const endFastPath =
    options.hasFastPath === false
      ? () => undefined
      : openHttpFastPath(
          server,
          ({ method, url, headers }, socket, answer) => {
            const text = method === 'GET' ? redirector.answerFastPath({ method, url, headers, socket }) : null
            if (text !== null) answer(text, 'latin1')
            return text !== null
          },
          { graceMs },
        )
  const stop = async () => {
    await readPending(server)
    const closed = new Promise(resolve => server.close(resolve))
    endFastPath()
    await closed
  }
  return { server, counts: redirector.counts, stop }
}

class Redirector {
  readonly counts: RequestCounts = { requestCount: 0, redirectCount: 0 }
  readonly #options: RedirectorOptions
  readonly #asking = new Map<string, Promise<FoundCode | null>>()
  readonly #ingress = new PasswordRoute()
  readonly #isSecure: boolean
  readonly #onlyHttps = `max-age=${limits.httpsOnlySeconds}`

  constructor(options: RedirectorOptions) {
    this.#options = options
    this.#isSecure = options.shortLinkUrl?.startsWith('https:') ?? false
  }

  readonly answer = (request: IncomingMessage, response: ServerResponse): void => {
    this.counts.requestCount += 1
    try {
      if (isAmbiguous(request)) {
        response.writeHead(400, { connection: 'close', 'content-length': 0 }).end()
        return
      }
      const { method } = request
      if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
        this.#refuseMethod(response)
        return
      }
      const { path, query } = splitTarget(request.url ?? '')
      const domain = this.#options.domains.of(request.headers.host)
      // Customers decide on HSTS for their own domains.
      if (this.#isSecure && domain === '') response.setHeader('strict-transport-security', this.#onlyHttps)
      const now = this.#options.now()
      const known = this.#options.index.find(domain + path, now.getTime())
      if (known) this.#follow({ request, response, domain, code: path.slice(1), query }, known, now)
      else this.#answerUnknown(request, response, { domain, path, query })
    } catch (error) {
      this.#fail({ request, response }, error)
    }
  }

  /** The answer to a visitor of a known link without a condition. */
  readonly answerFastPath = (head: Head): string | null => {
    const { path, query } = splitTarget(head.url)
    const domain = this.#options.domains.of(head.headers.host)
    const now = this.#options.now()
    const found = this.#options.index.find(domain + path, now.getTime())
    if (!found || found.route.passwordHash !== null || found.route.visitLimit !== null) return null
    const agent = head.headers['user-agent'] ?? ''
    const address = this.#options.addressOf(head)
    const decision = decide(found.route, now, new Visitor(found.route, address, agent))
    if (decision.kind !== 'redirect') return null
    const led = this.#leading(head, { domain, code: path.slice(1), query }, found, { decision, now, address, agent })
    if (!isPrintable.test(led.target)) return null
    this.counts.requestCount += 1
    this.#note(led.note)
    const cookie = led.cookie === null ? '' : `set-cookie: ${led.cookie}\r\n`
    const bound = this.#isSecure && domain === '' ? `strict-transport-security: ${this.#onlyHttps}\r\n` : ''
    return `HTTP/1.1 302 Found\r\nlocation: ${led.target}\r\ncache-control: no-store\r\nreferrer-policy: ${found.route.referrerPolicy}\r\ncontent-length: 0\r\n${cookie}${bound}date: ${httpDate(now)}\r\n\r\n`
  }

  #answerUnknown(
    request: IncomingMessage,
    response: ServerResponse,
    { domain, path, query }: { domain: string; path: string; query: string },
  ): void {
    const answerer = staticResponses.get(path) ?? this.#options.answers?.get(path)
    const code = answerer ? null : codeOf(path)
    if (answerer) answerer(request, response)
    else if (code === null) sendPage(response, 'missing')
    else this.#ask({ request, response, domain, code, query }).catch(error => this.#fail({ request, response }, error))
  }

  #refuseMethod(response: ServerResponse): void {
    response.setHeader('allow', 'GET, HEAD, POST')
    sendPage(response, 'method')
  }

  /** An error with one visitor affects no others: it is logged. */
  #fail({ request, response }: Pick<Asked, 'request' | 'response'>, error: unknown): void {
    const { path } = splitTarget(request.url ?? '')
    this.#options.logger.error({ err: error, host: request.headers.host, path }, 'a request could not be answered')
    if (response.headersSent) response.destroy()
    else sendPage(response, 'away')
  }

  /** A code that the index doesn't know, or knows as unknown. Unknown codes count against the client's address. */
  async #ask(asked: Asked): Promise<void> {
    const { index, misses, now } = this.#options
    const { request, response, domain, code } = asked
    const at = now()
    const nowMs = at.getTime()
    const key = keyOf(domain, code)
    const known = index.find(key, nowMs)
    if (known) return this.#follow(asked, known, at)
    const guesser = networkOf(this.#options.addressOf(request))
    if (misses.isSpent(guesser, nowMs)) return sendPage(response, 'many')
    const changesBefore = index.changeCount
    let found: FoundCode | null = null
    try {
      if (known === undefined) found = await this.#find(domain, code)
    } catch {
      // The change feed logs that the database is unavailable.
      response.setHeader('retry-after', '5')
      return sendPage(response, 'away')
    }
    if (found && isHeld(found.route)) {
      // The answer may lack a change that arrived during the query.
      if (index.changeCount === changesBefore) index.add(found, code)
      // Each case variant of a code takes a place in the index, so trying many counts as guessing.
      if (found.code !== code) misses.spend(guesser, nowMs)
      return this.#follow(asked, found, at)
    }
    const unheld = known === null ? index.unheldOf(key) : this.#unheldOf(domain, found)
    if (known === undefined) {
      misses.spend(guesser, nowMs)
      index.addMissing(key, nowMs, unheld)
    }
    if (unheld) this.#noteMissed(request, unheld, at)
    sendPage(response, 'missing', this.#footOf(asked))
  }

  #unheldOf(domain: string, found: FoundCode | null): Unheld | null {
    if (found) {
      const { accountId, linkId, state } = found.route
      return { accountId, linkId, messageId: found.messageId, reason: missedByState[state] }
    }
    const owner = this.#options.domains.ownerOf(domain)
    return owner && { accountId: owner.accountId, linkId: nobody, messageId: null, reason: 'missing' }
  }

  /** Concurrent requests for one code share one query. */
  #find(domain: string, code: string): Promise<FoundCode | null> {
    const key = keyOf(domain, code)
    const asked = this.#asking.get(key)
    if (asked) return asked
    const asking = this.#options.find(domain, code).finally(() => this.#asking.delete(key))
    this.#asking.set(key, asking)
    return asking
  }

  #follow(asked: Asked, found: Found, now: Date): void {
    const { route } = found
    const agent = asked.request.headers['user-agent'] ?? ''
    const address = this.#options.addressOf(asked.request)
    const decision = decide(route, now, new Visitor(route, address, agent))
    if (decision.kind !== 'redirect') this.#sendPage(asked, found, decision, now)
    else if (route.passwordHash === null && route.visitLimit === null) this.#lead(asked, found, { decision, now, address, agent })
    else this.#leadGuarded(asked, found, { decision, now, address, agent }).catch(error => this.#fail(asked, error))
  }

  #sendPage(asked: Asked, { route, messageId }: Found, { kind }: Exclude<Decision, { kind: 'redirect' }>, now: Date): void {
    const { request, response, domain, code } = asked
    const foot = this.#footOf(asked)
    const { accountId, linkId, state } = route
    const reason = kind === 'unsafe' || kind === 'missing' ? missedByState[state] : kind
    this.#noteMissed(request, { accountId, linkId, messageId, reason }, now)
    if (kind === 'early') sendHtml(response, 404, earlyPage(formatChinaTime(route.startsAt!).slice(0, 16)), foot)
    else if (kind === 'closed') sendHtml(response, 404, closedPage(route.activeFromMinute!, route.activeUntilMinute!), foot)
    else if (kind === 'leave') {
      const base = this.#options.shortLinkUrl ?? `http://${request.headers.host ?? ''}`
      sendHtml(response, 200, leavePage(knownAgentFacts(request.headers['user-agent'] ?? ''), shortAddress(base, domain, code)), foot)
    } else sendPage(response, kind, foot)
  }

  /** The code that a page reports, and the owner of its domain. */
  #footOf({ domain, code }: Pick<Asked, 'domain' | 'code'>): Foot {
    return { code, merchant: this.#options.domains.ownerOf(domain)?.merchant ?? null }
  }

  /** Records that a visitor got a page instead of the target. */
  #noteMissed(request: IncomingMessage, { accountId, linkId, messageId, reason }: Unheld, now: Date): void {
    const address = this.#options.addressOf(request)
    const agent = request.headers['user-agent'] ?? ''
    const method = isPageView(request) ? 'get' : 'unseen'
    const unasked = { arm: null, referrer: '', language: '', visitor: '' }
    this.#options.note(writeNote({ atMs: now.getTime(), accountId, linkId, messageId, address, method, agent, ...unasked, missed: reason }))
  }

  /** Links with a password or a limited number of visits. */
  async #leadGuarded(asked: Asked, found: Found, going: PendingRedirect): Promise<void> {
    const { request } = asked
    const { route } = found
    if (route.visitLimit !== null && this.#options.allowance.isUsedUp(route)) return this.#end(asked, found, going)
    if (route.passwordHash !== null && !(await this.#isAdmitted(asked, found, going))) return
    // Only people use visits up; claiming to be a bot gains nothing else.
    const isPerson = isPageView(request) && knownAgentFacts(going.agent).program === null
    if (route.visitLimit !== null && isPerson && !(await this.#options.allowance.take(route))) return this.#end(asked, found, going)
    this.#lead(asked, found, going)
  }

  #end(asked: Asked, found: Found, going: PendingRedirect): void {
    const decision = afterEnd(found.route)
    if (decision.kind === 'redirect') this.#lead(asked, found, { ...going, decision })
    else this.#sendPage(asked, found, decision, going.now)
  }

  /** Whether a visitor has given the right password; otherwise the page is sent. */
  async #isAdmitted(asked: Asked, { route, messageId }: Found, { address, now }: PendingRedirect): Promise<boolean> {
    const { request, response } = asked
    const ask = (status: number, problem: PasswordProblem | null) => sendHtml(response, status, passwordPage(problem), this.#footOf(asked))
    if (request.method !== 'POST') {
      const { accountId, linkId } = route
      this.#noteMissed(request, { accountId, linkId, messageId, reason: 'password' }, now)
      ask(200, null)
    } else {
      const verdict = await this.#ingress.judge(request, {
        linkId: route.linkId,
        passwordHash: route.passwordHash!,
        guesser: networkOf(address),
        nowMs: now.getTime(),
      })
      if (verdict === 'right') return true
      if (verdict === 'wrong') ask(403, 'wrong')
      else if (verdict === 'busy') ask(503, 'busy')
      else sendPage(response, verdict)
    }
    return false
  }

  #lead(asked: Asked, found: Found, going: PendingRedirect): void {
    const { request, response } = asked
    const { target, cookie, note } = this.#leading(request, asked, found, going)
    const fields = ['location', target, 'cache-control', 'no-store', 'referrer-policy', found.route.referrerPolicy, 'content-length', '0']
    if (cookie !== null) fields.push('set-cookie', cookie)
    // After a form, 303 makes the browser fetch the target without posting the password to it.
    response.writeHead(request.method === 'POST' ? 303 : 302, fields)
    response.end()
    this.#note(note)
  }

  /** The target, the cookie of a visitor without one, and the record of the visit. */
  #leading(
    sender: Sender,
    { domain, code, query }: Place,
    { route, messageId, code: ownCode = code }: Found,
    { decision, now, address, agent }: PendingRedirect,
  ): { target: string; cookie: string | null; note: VisitLogEntry } {
    const { headers } = sender
    const isSeen = isPageView(sender)
    const given = markOf(headers.cookie)
    const atMs = now.getTime()
    const visitor = given ?? newMark(this.#options.markKey, { atMs, address, agent, messageId })
    const target = targetOf(decision.target, route, { code: ownCode, messageId, query })
    const cookie = given === null && isSeen ? markCookie(visitor, this.#isSecure || domain !== '') : null
    const { accountId, linkId } = route
    const method = isSeen ? 'get' : 'unseen'
    const [referrer, language] = [headers.referer ?? '', headers['accept-language'] ?? '']
    return {
      target,
      cookie,
      note: { atMs, accountId, linkId, messageId, address, method, arm: decision.arm, agent, referrer, language, visitor, missed: null },
    }
  }

  #note(note: VisitLogEntry): void {
    this.counts.redirectCount += 1
    this.#options.note(writeNote(note))
  }
}

/** Characters that a header field may contain unescaped; Node handles the rest. */
const isPrintable = /^[\x21-\x7e]*$/

/** A redirect's target and visitor. */
interface PendingRedirect {
  decision: Extract<Decision, { kind: 'redirect' }>
  now: Date
  address: string
  agent: string
}

/**
 * Links that the index may hold: disabled ones are treated like codes that never existed; blocked ones show a warning.
 */
const isHeld = ({ state }: Route) => state === 'active' || state === 'blocked'

/** Whether somebody sees the answer: HEAD and prefetch requests get the same answer and are not counted. */
function isPageView({ method, headers }: Sender): boolean {
  return method !== 'HEAD' && !headers.purpose && !headers['sec-purpose'] && !headers['x-moz'] && !headers['x-purpose']
}

function targetOf(
  target: string,
  route: Route,
  { code, messageId, query }: { code: string; messageId: string | null; query: string },
): string {
  const recipient = messageId === null ? '' : encodeId('message', messageId)
  const filled = /[{]|%7B/i.test(target) ? withPlaces(target, { code, recipient }) : target
  return route.passesQuery ? withQuery(filled, query) : filled
}
