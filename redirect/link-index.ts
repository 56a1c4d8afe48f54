import type { FoundCode, LinkChange, Route, VisitLogEntry } from '#domain/visits/index.ts'
import type { AccountId } from '#values/id.ts'
import { deleteOldest } from '#values/oldest.ts'

/** A link in the index: shared by all codes of the link, so that one change reaches them all. */
interface Held {
  route: Route
  /** Its change is not known in detail: it must be queried again. */
  isStale: boolean
}

/** A link that exists and is not held: visits that it missed are counted. */
export interface Unheld {
  accountId: AccountId
  linkId: string
  messageId: string | null
  reason: NonNullable<VisitLogEntry['missed']>
}

interface Entry {
  held: Held
  messageId: string | null
  /** The exact code, where the request differs in case. */
  code?: string
}

export interface IndexOptions {
  /** Maximum of known codes; the oldest are evicted. */
  maxCodes: number
  /** How long an unknown code is remembered before it is queried again. */
  missingMs: number
}

const maxMissing = 100_000

/**
 * In-memory index of links. Only active and blocked ones are held: a disabled link is queried and not found, exactly
 * like a code that never existed and in the same time.
 */
export class LinkIndex {
  readonly #options: IndexOptions
  readonly #entries = new Map<string, Entry>()
  readonly #links = new Map<string, Held>()
  readonly #missing = new Map<string, { untilMs: number; unheld: Unheld | null }>()

  #changeCount = 0

  constructor(options: IndexOptions) {
    this.#options = options
  }

  get codeCount(): number {
    return this.#entries.size
  }

  /** Number of changes so far: an answer to a query from before a change may be stale. */
  get changeCount(): number {
    return this.#changeCount
  }

  /** Undefined: not known, query the database. Null: known to lead nowhere. */
  find(key: string, nowMs: number): { route: Route; messageId: string | null; code?: string | undefined } | null | undefined {
    const entry = this.#entries.get(key)
    if (entry) {
      if (!entry.held.isStale) return { route: entry.held.route, messageId: entry.messageId, code: entry.code }
      this.#entries.delete(key)
      return undefined
    }
    const missing = this.#missing.get(key)
    if (missing === undefined) return undefined
    if (nowMs < missing.untilMs) return null
    this.#missing.delete(key)
    return undefined
  }

  /** `asked`: the code as it was requested. */
  add({ domain, code, messageId, route }: FoundCode, asked = code): void {
    const known = this.#links.get(route.linkId)
    const held = known ?? { route, isStale: false }
    held.route = route
    this.#links.set(route.linkId, held)
    const key = keyOf(domain, asked)
    this.#missing.delete(key)
    this.#entries.set(key, asked === code ? { held, messageId } : { held, messageId, code })
    while (this.#entries.size > this.#options.maxCodes) deleteOldest(this.#entries)
  }

  /** The link behind a code that leads nowhere, while that is known. */
  unheldOf(key: string): Unheld | null {
    return this.#missing.get(key)?.unheld ?? null
  }

  addMissing(key: string, nowMs: number, unheld: Unheld | null = null): void {
    this.#missing.set(key, { untilMs: nowMs + this.#options.missingMs, unheld })
    if (this.#missing.size > maxMissing) deleteOldest(this.#missing)
  }

  /** Invalidates a link, or all links of an account: none of its codes is answered until it is queried again. */
  forget({ accountId, linkId }: Pick<LinkChange, 'accountId' | 'linkId'>): void {
    this.#changeCount += 1
    if (linkId !== null) this.#forget(linkId)
    // Staff rarely stop an account: its links need no index of their own.
    else for (const [ownId, { route }] of this.#links) if (route.accountId === accountId) this.#forget(ownId)
  }

  #forget(linkId: string): void {
    const held = this.#links.get(linkId)
    if (!held) return
    held.isStale = true
    this.#links.delete(linkId)
  }

  /** Invalidates everything. */
  clear(): void {
    this.#changeCount += 1
    this.#entries.clear()
    this.#links.clear()
    this.#missing.clear()
  }
}

export const keyOf = (domain: string, code: string) => `${domain}/${code}`
