import { refuse } from '#contract/refusals.ts'
import type { AppCaller } from './key.ts'

export interface AdmissionLimits {
  /** Requests in flight in this process, and of one app. */
  maxInFlight: number
  maxInFlightPerApp: number
  /** Who waits longer is shed. */
  maxQueueMs: number
}

interface Waiter {
  appId: string
  admit: () => void
}

/**
 * Admission control of programs' requests: so many are in flight in a process and of an app, the others queue, by turns between accounts, so that the flood of one
 * account delays no other. Load that the queue does not get rid of in time is shed: refused as `busy`, before anything was done.
 */
export class AdmissionControl {
  readonly #limits: AdmissionLimits
  #inFlight = 0
  readonly #inFlightOf = new Map<string, number>()
  /** Who waits, by account. The account at the front is served next. */
  readonly #queues = new Map<string, Waiter[]>()

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
  }

  /** Does `work` when it is the caller's turn. Refuses `busy`. */
  async run<T>({ account, appId }: Pick<AppCaller, 'account' | 'appId'>, work: () => Promise<T>): Promise<T> {
    if (!this.#hasRoom(appId)) await this.#queue(account, appId)
    else this.#take(appId)
    try {
      return await work()
    } finally {
      this.#release(appId)
    }
  }

  #hasRoom(appId: string): boolean {
    return this.#inFlight < this.#limits.maxInFlight && (this.#inFlightOf.get(appId) ?? 0) < this.#limits.maxInFlightPerApp
  }

  #take(appId: string): void {
    this.#inFlight += 1
    this.#inFlightOf.set(appId, (this.#inFlightOf.get(appId) ?? 0) + 1)
  }

  #queue(account: string, appId: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const queue = this.#queues.get(account) ?? []
    this.#queues.set(account, queue)
    const shedding = setTimeout(() => {
      this.#remove(account, waiter)
      try {
        refuse('busy', { seconds: 1 })
      } catch (error) {
        reject(error)
      }
    }, this.#limits.maxQueueMs)
    const waiter: Waiter = {
      appId,
      admit: () => {
        clearTimeout(shedding)
        this.#take(appId)
        resolve()
      },
    }
    queue.push(waiter)
    return promise
  }

  #remove(account: string, waiter: Waiter): void {
    const queue = this.#queues.get(account)!
    queue.splice(queue.indexOf(waiter), 1)
    if (queue.length === 0) this.#queues.delete(account)
  }

  #release(appId: string): void {
    this.#inFlight -= 1
    const left = this.#inFlightOf.get(appId)! - 1
    if (left === 0) this.#inFlightOf.delete(appId)
    else this.#inFlightOf.set(appId, left)
    for (const [account, queue] of this.#queues) {
      const next = queue.find(waiter => this.#hasRoom(waiter.appId))
      if (!next) continue
      this.#remove(account, next)
      // Behind the other accounts.
      if (this.#queues.delete(account)) this.#queues.set(account, queue)
      next.admit()
      return
    }
  }
}
