import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { OwnDomain } from '#domain/visits/index.ts'

export interface OwnDomainsOptions {
  /** Reads the domains of accounts. Rejects while the database is unavailable. */
  read: () => Promise<OwnDomain[]>
  logger: Logger
}

const pollMs = 2_000
const maxNames = 10_000

/** Customers' own domains for links, reread every few seconds; every other name counts as the platform's. */
export class OwnDomains {
  readonly #options: OwnDomainsOptions
  #domains = new Map<string, OwnDomain>()
  /** Raw Host headers with their domain. */
  readonly #known = new Map<string, string>()
  readonly #stopping = new AbortController()

  constructor(options: OwnDomainsOptions) {
    this.#options = options
  }

  /** Reads the domains once, then periodically until stopped. */
  async start(): Promise<void> {
    await this.reread()
    void this.#keepReading()
  }

  stop(): void {
    this.#stopping.abort()
  }

  async reread(): Promise<void> {
    const domains = await this.#options.read()
    const isSame = domains.length === this.#domains.size && domains.every(({ domain }) => this.#domains.has(domain))
    this.#domains = new Map(domains.map(one => [one.domain, one]))
    if (!isSame) this.#known.clear()
  }

  /** The domain that codes of a Host header belong to; empty: the platform's. */
  of(host: string | undefined): string {
    if (this.#domains.size === 0 || host === undefined) return ''
    let domain = this.#known.get(host)
    if (domain === undefined) {
      const name = host.toLowerCase().replace(/\.?(?::\d+)?$/, '')
      domain = this.#domains.has(name) ? name : ''
      if (this.#known.size >= maxNames) this.#known.clear()
      this.#known.set(host, domain)
    }
    return domain
  }

  /** The owner of a domain that `of` returned; null: the platform's. */
  ownerOf(domain: string): OwnDomain | null {
    return this.#domains.get(domain) ?? null
  }

  async #keepReading(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await pause(pollMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      // The last state stays valid; the change feed logs that the database is unavailable.
      await this.reread().catch(error => this.#options.logger.debug({ err: error }, 'domains could not be read'))
    }
  }
}
