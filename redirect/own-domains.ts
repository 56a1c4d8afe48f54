import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { OwnDomain } from '#domain/visits/index.ts'

export interface OwnDomainsOptions {
  /** Reads the domains of accounts. Rejects while the database is away. */
  read: () => Promise<OwnDomain[]>
  logger: Logger
}

const pollMs = 2_000
const maxNames = 10_000

/** Domains of accounts on which links are answered, reread every few seconds; every other name is the platform's own. */
export class OwnDomains {
  readonly #options: OwnDomainsOptions
  #domains = new Map<string, OwnDomain>()
  /** Host headers as they came, with what they mean. */
  readonly #known = new Map<string, string>()
  readonly #stopping = new AbortController()

  constructor(options: OwnDomainsOptions) {
    this.#options = options
  }

  /** Reads them once, and from then on until stopped. */
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

  /** The domain of a Host header under which codes are looked up; empty: the platform's. */
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

  /** Whose a domain is that `of` gave; null: the platform's. */
  ownerOf(domain: string): OwnDomain | null {
    return this.#domains.get(domain) ?? null
  }

  async #keepReading(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await pause(pollMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      // What was known stays known; the change feed tells the log that the database is away.
      await this.reread().catch(error => this.#options.logger.debug({ err: error }, 'domains could not be read'))
    }
  }
}
