import { setTimeout as pause } from 'node:timers/promises'
import type { Route, VisitClaim } from '#domain/visits/index.ts'

export interface VisitAllowanceOptions {
  /** Takes visits of a link in the database. Rejects while it is away. */
  claim: (link: { accountId: string; linkId: string; limit: number }, asked: { count: number; owedCount: number }) => Promise<VisitClaim>
  now: () => Date
}

interface Counted {
  /** As the database told it last. */
  visitCount: number
  /** Granted since, while it was away. */
  owedCount: number
  waiting: ((isGranted: boolean) => void)[]
  isAsking: boolean
}

const answerMs = 2_000
const awayMs = 1_000
const maxLinks = 100_000

/**
 * Visits of links with a limit: each is claimed in the database before it is led on, those that come together in one question. While the database is away, what
 * was known last is counted on by itself and owed; other redirectors do the same, so that the limit may be passed by what they grant meanwhile.
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

  /** Takes one visit; false: none is left. */
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
        // The change feed has told the log that the database is away.
        this.#awayUntilMs = now().getTime() + awayMs
      }
    const granted = Math.max(0, Math.min(count, link.limit - counted.visitCount - counted.owedCount))
    counted.owedCount += granted
    return granted
  }

  /** The one that came first and owes nothing. */
  #forgetOne(): void {
    for (const [linkId, { owedCount, isAsking }] of this.#links)
      if (owedCount === 0 && !isAsking) {
        this.#links.delete(linkId)
        return
      }
  }
}

/** A database that doesn't answer is as good as away; what it still does is counted once more, which ends the link earlier and never later. */
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
