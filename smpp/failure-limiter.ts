const maxAddresses = 50_000

/**
 * Rate limit of failed binds by address: after too many within a window, binds from the address are rejected without a
 * check, so that an eight-character password can't be guessed.
 */
export class FailureLimiter {
  readonly #most: number
  readonly #windowMs: number
  readonly #failures = new Map<string, { count: number; untilMs: number }>()

  constructor(most: number, windowMs: number) {
    this.#most = most
    this.#windowMs = windowMs
  }

  mayTry(address: string, nowMs: number): boolean {
    const known = this.#failures.get(address)
    return !known || known.untilMs <= nowMs || known.count < this.#most
  }

  failed(address: string, nowMs: number): void {
    const known = this.#failures.get(address)
    if (known && known.untilMs > nowMs) known.count += 1
    else {
      // The map keeps the order of insertion: the oldest entries are evicted.
      if (this.#failures.size >= maxAddresses) this.#failures.delete(this.#failures.keys().next().value!)
      this.#failures.delete(address)
      this.#failures.set(address, { count: 1, untilMs: nowMs + this.#windowMs })
    }
  }

  succeeded(address: string): void {
    this.#failures.delete(address)
  }
}
