import type { AccountId } from '#values/id.ts'

/**
 * Concurrency limiter by account: transactions of one account use at most some of a pool's connections, so that those
 * which wait for a lock of their account leave the rest to all others. Further ones of that account wait in line.
 */
export class AccountShare {
  readonly #most: number
  readonly #longestWaitMs: number
  readonly #running = new Map<AccountId, number>()
  readonly #waiting = new Map<AccountId, Set<() => void>>()

  constructor(most: number, longestWaitMs: number) {
    this.#most = most
    this.#longestWaitMs = longestWaitMs
  }

  async run<T>(account: AccountId, work: () => Promise<T>): Promise<T> {
    const runningCount = this.#running.get(account) ?? 0
    if (runningCount < this.#most) this.#running.set(account, runningCount + 1)
    else await this.#turn(account)
    try {
      return await work()
    } finally {
      this.#end(account)
    }
  }

  /** Resolves when one that ends hands its place over. */
  #turn(account: AccountId): Promise<void> {
    const line = this.#waiting.get(account) ?? new Set()
    this.#waiting.set(account, line)
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.delete(begin)
        reject(new Error('timeout exceeded when trying to connect: the account uses its share of connections'))
      }, this.#longestWaitMs)
      line.add(begin)
    })
  }

  #end(account: AccountId): void {
    const line = this.#waiting.get(account)
    for (const begin of line ?? []) {
      line?.delete(begin)
      begin()
      return
    }
    this.#waiting.delete(account)
    const runningCount = (this.#running.get(account) ?? 1) - 1
    if (runningCount === 0) this.#running.delete(account)
    else this.#running.set(account, runningCount)
  }
}
