import { createHash, hash } from 'node:crypto'
import { placeFacts } from '#domain/platform/index.ts'
import { type AgentFacts, agentFacts, type Route, type VisitorFacts } from '#domain/visits/index.ts'
import { chinaDay } from '#values/china-time.ts'

const knownAgents = new Map<string, AgentFacts>()
const maxAgents = 5_000

/** Facts of a user agent, cached for frequent ones. */
export function knownAgentFacts(agent: string): AgentFacts {
  const known = knownAgents.get(agent)
  if (known) return known
  const facts = agentFacts(agent)
  if (knownAgents.size >= maxAgents) knownAgents.clear()
  knownAgents.set(agent, facts)
  return facts
}

/** The visitor's facts that the rules of a link need. */
export class Visitor implements VisitorFacts {
  readonly #route: Route
  readonly #address: string
  readonly #agent: string

  constructor(route: Route, address: string, agent: string) {
    this.#route = route
    this.#address = address
    this.#agent = agent
  }

  device() {
    return knownAgentFacts(this.#agent).device
  }

  inApp() {
    return knownAgentFacts(this.#agent).inApp
  }

  province() {
    return placeFacts(this.#address).province
  }

  share() {
    return createHash('md5').update(`${this.#route.linkId}\n${this.#address}\n${this.#agent}`).digest().readUInt32BE(0) / 2 ** 32
  }
}

const cookiePattern = /(?:^|;\s*)v=([\w-]{22})(?:;|$)/

/** The visitor's id in the cookie of the short domain; null: none. */
export const markOf = (cookie: string | undefined): string | null =>
  cookie === undefined ? null : (cookiePattern.exec(cookie)?.[1] ?? null)

/** The cookie that keeps the id for a year. */
export const markCookie = (mark: string, isSecure: boolean) =>
  `v=${mark}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

let day = ''
let dayEndsMs = 0

/**
 * A visitor's id without a cookie: derived, so that a client that drops cookies gets the same id on the same day, and a
 * visitor is one with and without the cookie. Recipients of a message differ even with the same address and phone
 * model.
 */
export function newMark(
  key: string,
  { atMs, address, agent, messageId }: { atMs: number; address: string; agent: string; messageId: string | null },
): string {
  if (atMs >= dayEndsMs) {
    day = chinaDay(atMs)
    dayEndsMs = Date.parse(`${day}T00:00:00+08:00`) + 86_400_000
  }
  return hash('sha256', `${key}\n${day}\n${address}\n${messageId ?? ''}\n${agent}`, 'base64url').slice(0, 22)
}
