const maxAddresses = 50_000

/** Failed binds by address: after too many in a while an address is refused unheard, so that eight characters can't be guessed. */
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
      // The map keeps the order of arrival: the oldest give way.
      if (this.#failures.size >= maxAddresses) this.#failures.delete(this.#failures.keys().next().value!)
      this.#failures.delete(address)
      this.#failures.set(address, { count: 1, untilMs: nowMs + this.#windowMs })
    }
  }

  succeeded(address: string): void {
    this.#failures.delete(address)
  }
}
