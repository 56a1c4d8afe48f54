interface Spent {
  count: number
  untilMs: number
}

const windowMs = 600_000
const mostAddresses = 50_000

/** Codes that lead nowhere, by address: who asks for many is guessing, and isn't answered for a while. */
export class MissBudget {
  readonly #most: number
  readonly #spent = new Map<string, Spent>()

  constructor(most: number) {
    this.#most = most
  }

  isSpent(address: string, nowMs: number): boolean {
    const spent = this.#spent.get(address)
    return spent !== undefined && nowMs < spent.untilMs && spent.count >= this.#most
  }

  spend(address: string, nowMs: number): void {
    const spent = this.#spent.get(address)
    if (spent && nowMs < spent.untilMs) {
      spent.count += 1
      return
    }
    this.#spent.delete(address)
    this.#spent.set(address, { count: 1, untilMs: nowMs + windowMs })
    if (this.#spent.size > mostAddresses) this.#spent.delete(this.#spent.keys().next().value!)
  }
}
