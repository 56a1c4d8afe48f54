import type { Tx } from '#db/connect.ts'
import { loadRouting, type Routing } from '#domain/channels/index.ts'
import { type CountryPrices, type Pricing, readCountryPrices, readPrices } from '#domain/ledger/index.ts'
import { accountSettings, type Settings } from '#domain/settings/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** Rules that staff set for an account: limits, routes and prices of its messages. */
export interface SendRules {
  settings: Settings
  routing: Routing
  pricing: Pricing
  /** Null: it may not send abroad. */
  countryPrices: CountryPrices | null
}

/** Reads the committed rules. */
export async function readRules(tx: Tx, account: AccountId, now: Date): Promise<SendRules> {
  const [settings, routing, pricing, countryPrices] = await Promise.all([
    accountSettings(tx, account),
    loadRouting(tx, account),
    readPrices(tx, account, now),
    readCountryPrices(tx, account, now),
  ])
  return { settings, routing, pricing, countryPrices }
}

const maxRemembered = 10_000

/**
 * Caches rules for `limits.rulesCacheTtlMs`, for programs that send hundreds of requests a second
 * (decision 0041).
 */
export class RuleBook {
  readonly #known = new Map<AccountId, { rules: SendRules; untilMs: number }>()

  async read(tx: Tx, account: AccountId, now: Date): Promise<SendRules> {
    const known = this.#known.get(account)
    const askedMs = performance.now()
    if (known && known.untilMs > askedMs) return known.rules
    const rules = await readRules(tx, account, now)
    if (this.#known.size >= maxRemembered) this.#known.clear()
    this.#known.set(account, { rules, untilMs: askedMs + limits.rulesCacheTtlMs })
    return rules
  }
}
