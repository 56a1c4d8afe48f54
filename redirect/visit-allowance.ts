import { setTimeout as pause } from 'node:timers/promises'
import type { Route, VisitClaim } from '#domain/visits/index.ts'
import type { AccountId } from '#values/id.ts'

export interface VisitAllowanceOptions {
  /** Claims visits of a link in the database. Rejects while it is unavailable. */
  claim: (link: { accountId: AccountId; linkId: string; limit: number }, asked: { count: number; owedCount: number }) => Promise<VisitClaim>
  now: () => Date
}

interface Counted {
  /** The last count from the database. */
  visitCount: number
  /** Visits granted while the database was unavailable. */
  owedCount: number
  waiting: ((isGranted: boolean) => void)[]
  isAsking: boolean
}

const answerMs = 2_000
const awayMs = 1_000
const maxLinks = 100_000

/**
 * Visit limits of links: each visit is claimed in the database before the redirect, concurrent ones in one query. While
 * the database is unavailable, visits are granted from the last known count and owed; as other redirectors do the same,
 * the limit may be exceeded by what they grant meanwhile.
 */
export class VisitAllowance {
  readonly #options: VisitAllowanceOptions
  readonly #links = new Map<string, Counted>()
  #awayUntilMs = 0

  constructor(options: VisitAllowanceOptions) {
    this.#options = options
  }

  /** Whether no visit is left, as far as known. */
  isUsedUp(route: Route): boolean {
    const { visitCount, owedCount } = this.#of(route)
    return visitCount + owedCount >= route.visitLimit!
  }

  /** Claims one visit; false: none is left. */
  take(route: Route): Promise<boolean> {
    if (this.isUsedUp(route)) return Promise.resolve(false)
    const counted = this.#of(route)
    return new Promise(resolve => {
      counted.waiting.push(resolve)
      if (!counted.isAsking) void this.#ask(route, counted)
    })
  }

  #of(route: Route): Counted {
    let counted = this.#links.get(route.linkId)
    if (!counted) {
      counted = { visitCount: route.visitCount, owedCount: 0, waiting: [], isAsking: false }
      this.#links.set(route.linkId, counted)
      if (this.#links.size > maxLinks) this.#forgetOne()
    }
    return counted
  }

  async #ask(route: Route, counted: Counted): Promise<void> {
    counted.isAsking = true
    while (counted.waiting.length > 0) {
      const waiting = counted.waiting
      counted.waiting = []
      const grantedCount = await this.#claim(route, counted, waiting.length)
      for (const [place, resolve] of waiting.entries()) resolve(place < grantedCount)
    }
    counted.isAsking = false
  }

  async #claim(route: Route, counted: Counted, count: number): Promise<number> {
    const { now, claim } = this.#options
    const link = { accountId: route.accountId, linkId: route.linkId, limit: route.visitLimit! }
    if (now().getTime() >= this.#awayUntilMs)
      try {
        const { grantedCount, visitCount } = await inTime(claim(link, { count, owedCount: counted.owedCount }))
        counted.visitCount = visitCount
        counted.owedCount = 0
        return grantedCount
      } catch {
        // The change feed logs that the database is unavailable.
        this.#awayUntilMs = now().getTime() + awayMs
      }
    const granted = Math.max(0, Math.min(count, link.limit - counted.visitCount - counted.owedCount))
    counted.owedCount += granted
    return granted
  }

  /** Evicts the oldest entry that owes nothing. */
  #forgetOne(): void {
    for (const [linkId, { owedCount, isAsking }] of this.#links)
      if (owedCount === 0 && !isAsking) {
        this.#links.delete(linkId)
        return
      }
  }
}

/**
 * A database that doesn't answer in time counts as unavailable; what it still does is counted twice, which ends the
 * link early and never late.
 */
async function inTime<Value>(asked: Promise<Value>): Promise<Value> {
  const over = new AbortController()
  const late = pause(answerMs, undefined, { signal: over.signal }).then(() => {
    throw new Error('the database does not answer')
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    over.abort()
  }
}
