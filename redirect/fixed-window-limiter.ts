interface Spent {
  count: number
  untilMs: number
}

const tenMinutesMs = 600_000
const maxNames = 50_000

/**
 * Rate limiter with a fixed window: counts unknown codes or password attempts by address. Who exceeds the limit within
 * the window (ten minutes by default) is guessing, and is refused until it ends.
 */
export class FixedWindowLimiter {
  readonly #most: number
  readonly #windowMs: number
  readonly #spent = new Map<string, Spent>()

  constructor(most: number, windowMs = tenMinutesMs) {
    this.#most = most
    this.#windowMs = windowMs
  }

  isSpent(name: string, nowMs: number): boolean {
    const spent = this.#spent.get(name)
    return spent !== undefined && nowMs < spent.untilMs && spent.count >= this.#most
  }

  spend(name: string, nowMs: number): void {
    const spent = this.#spent.get(name)
    if (spent && nowMs < spent.untilMs) {
      spent.count += 1
      return
    }
    this.#spent.delete(name)
    this.#spent.set(name, { count: 1, untilMs: nowMs + this.#windowMs })
    if (this.#spent.size > maxNames) this.#spent.delete(this.#spent.keys().next().value!)
  }

  /** Refunds the last attempt, which was no guess. */
  giveBack(name: string): void {
    const spent = this.#spent.get(name)
    if (spent) spent.count -= 1
  }
}
