import type { FoundCode, LinkChange, Route, VisitNote } from '#domain/visits/index.ts'

/** A link as the index holds it: shared by all codes of the link, so that one change reaches them all. */
interface Held {
  route: Route
  /** Changed in a way that the index doesn't know: it must be asked for again. */
  isStale: boolean
}

/** A link that is there and isn't held: what its visitors missed is counted. */
export interface Unheld {
  accountId: string
  linkId: string
  messageId: string | null
  reason: NonNullable<VisitNote['missed']>
}

interface Entry {
  held: Held
  messageId: string | null
  /** Where it was asked for in another case. */
  code?: string
}

export interface IndexOptions {
  /** Codes that are kept; the ones that came first go first. */
  maxCodes: number
  /** How long a code that leads nowhere is not asked for again. */
  missingMs: number
}

const maxMissing = 100_000

/**
 * What the redirector knows by heart. Only active and blocked links are held: one that was switched off is looked up and not found like a code that never
 * was, in the same time.
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

  /** Changes heard of so far: what was asked for before one of them and answered after it may be out of date. */
  get changeCount(): number {
    return this.#changeCount
  }

  /** Undefined: not known, ask the database. Null: known to lead nowhere. */
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

  /** `asked`: the code as it was asked for. */
  add({ domain, code, messageId, route }: FoundCode, asked = code): void {
    const known = this.#links.get(route.linkId)
    const held = known ?? { route, isStale: false }
    held.route = route
    this.#links.set(route.linkId, held)
    const key = keyOf(domain, asked)
    this.#missing.delete(key)
    this.#entries.set(key, asked === code ? { held, messageId } : { held, messageId, code })
    while (this.#entries.size > this.#options.maxCodes) this.#entries.delete(this.#entries.keys().next().value!)
  }

  /** What a code that leads nowhere belongs to, while that is known. */
  unheldOf(key: string): Unheld | null {
    return this.#missing.get(key)?.unheld ?? null
  }

  addMissing(key: string, nowMs: number, unheld: Unheld | null = null): void {
    this.#missing.set(key, { untilMs: nowMs + this.#options.missingMs, unheld })
    if (this.#missing.size > maxMissing) this.#missing.delete(this.#missing.keys().next().value!)
  }

  /** A link was changed, or all of an account: none of its codes is answered from here until it was asked for again. */
  forget({ accountId, linkId }: Pick<LinkChange, 'accountId' | 'linkId'>): void {
    this.#changeCount += 1
    if (linkId !== null) this.#forget(linkId)
    // Staff stop an account once in a long while: its links need no index of their own.
    else for (const [ownId, { route }] of this.#links) if (route.accountId === accountId) this.#forget(ownId)
  }

  #forget(linkId: string): void {
    const held = this.#links.get(linkId)
    if (!held) return
    held.isStale = true
    this.#links.delete(linkId)
  }

  /** What was known may be out of date as a whole. */
  clear(): void {
    this.#changeCount += 1
    this.#entries.clear()
    this.#links.clear()
    this.#missing.clear()
  }
}

export const keyOf = (domain: string, code: string) => `${domain}/${code}`
