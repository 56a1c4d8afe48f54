import { refuse } from '#contract/refusals.ts'
import { limits } from '#values/limits.ts'
import { getOrThrow } from '#values/or-throw.ts'
import type { AppCaller } from './key.ts'
import { requestsInFlight, requestsQueued, requestsShed } from './metrics.ts'

export interface AdmissionLimits {
  /** Concurrent requests in this process, and of one app. */
  maxInFlight: number
  maxInFlightPerApp: number
  /** A request that waits longer is shed. */
  maxQueueMs: number
}

/** Whose requests are told apart. */
export type AdmittedCaller = Pick<AppCaller, 'account' | 'appId'>

interface Waiter {
  appId: string
  admit: () => void
}

const ofProcess: AdmissionLimits = {
  maxInFlight: limits.openRequestsInFlight,
  maxInFlightPerApp: limits.openRequestsInFlightPerApp,
  maxQueueMs: limits.openQueueMs,
}

/** Share of the newest interval in the moving average of the time between two admissions from the queue. */
const newestShare = 0.05

/**
 * Admission control of programs' requests: concurrency limits for the process and for each app, and a fair queue (round
 * robin between accounts), so that one account's flood doesn't delay others. Requests that wait too long, or whose
 * account has so many waiting that they would, are shed: refused as `busy` before any work.
 */
export class AdmissionControl {
  readonly #limits: AdmissionLimits
  #inFlight = 0
  readonly #inFlightOf = new Map<string, number>()
  /** Waiting requests by account. The account at the front is served next. */
  readonly #queues = new Map<string, Set<Waiter>>()
  readonly #elapsedMs: () => number
  /** Moving average between two admissions from the queue while it was never empty; 0: not known. */
  #intervalMs = 0
  #admittedAtMs = 0

  /** `elapsedMs`: a monotonic clock. */
  constructor(of: AdmissionLimits = ofProcess, elapsedMs: () => number = () => performance.now()) {
    this.#limits = of
    this.#elapsedMs = elapsedMs
  }

  /**
   * Whether a request is shed at once, which is counted: for callers that shed it before they have read it. One that
   * had to wait long to be read, `waitedMs`, is shed even where there is room: the process can't read them all in time.
   */
  sheds({ account, appId }: AdmittedCaller, waitedMs = 0): boolean {
    const isInTime = waitedMs <= this.#longestWaitMs
    if (isInTime && (this.#hasRoom(appId) || !this.#isFull(account, waitedMs))) return false
    requestsShed.inc()
    return true
  }

  /** Runs `work` when a slot is free. Refuses `busy`. */
  async run<T>({ account, appId }: AdmittedCaller, work: () => Promise<T>): Promise<T> {
    if (!this.#hasRoom(appId)) await this.#queue(account, appId)
    else this.#take(appId)
    try {
      return await work()
    } finally {
      this.#release(appId)
    }
  }

  /**
   * A request that would wait longer is shed at once. Half of the limit: the pace may slow down, and one that is shed
   * after it has waited has cost most of its work.
   */
  get #longestWaitMs(): number {
    return this.#limits.maxQueueMs / 2
  }

  #hasRoom(appId: string): boolean {
    return this.#inFlight < this.#limits.maxInFlight && (this.#inFlightOf.get(appId) ?? 0) < this.#limits.maxInFlightPerApp
  }

  #take(appId: string): void {
    this.#inFlight += 1
    requestsInFlight.inc()
    this.#inFlightOf.set(appId, (this.#inFlightOf.get(appId) ?? 0) + 1)
  }

  #queue(account: string, appId: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (this.#isFull(account)) return shed()
    const queue = this.#queues.get(account) ?? new Set()
    if (this.#queues.size === 0) this.#admittedAtMs = this.#elapsedMs()
    this.#queues.set(account, queue)
    const shedding = setTimeout(() => {
      this.#remove(account, waiter)
      shed().catch(reject)
    }, this.#limits.maxQueueMs)
    const waiter: Waiter = {
      appId,
      admit: () => {
        clearTimeout(shedding)
        this.#take(appId)
        resolve()
      },
    }
    queue.add(waiter)
    requestsQueued.inc()
    return promise
  }

  /** Whether so many of an account wait that another one would wait too long. */
  #isFull(account: string, waitedMs = 0): boolean {
    const count = this.#queues.get(account)?.size ?? 0
    // Its turn comes once in each round over the accounts.
    const turnMs = this.#intervalMs * (this.#queues.size + (count === 0 ? 1 : 0))
    return waitedMs + count * turnMs > this.#longestWaitMs
  }

  #remove(account: string, waiter: Waiter): void {
    const queue = getOrThrow(this.#queues, account)
    queue.delete(waiter)
    requestsQueued.dec()
    if (queue.size === 0) this.#queues.delete(account)
  }

  #release(appId: string): void {
    this.#inFlight -= 1
    requestsInFlight.dec()
    const left = getOrThrow(this.#inFlightOf, appId) - 1
    if (left === 0) this.#inFlightOf.delete(appId)
    else this.#inFlightOf.set(appId, left)
    for (const [account, queue] of this.#queues) {
      const next = this.#nextOf(queue)
      if (!next) continue
      this.#remove(account, next)
      // Round robin: moves the account behind the others.
      if (this.#queues.delete(account)) this.#queues.set(account, queue)
      const now = this.#elapsedMs()
      // A pause of everything says little of the pace after it.
      const intervalMs = Math.min(now - this.#admittedAtMs, this.#limits.maxQueueMs / 10)
      this.#intervalMs += (intervalMs - this.#intervalMs) * newestShare
      this.#admittedAtMs = now
      next.admit()
      return
    }
  }

  #nextOf(queue: ReadonlySet<Waiter>): Waiter | null {
    for (const waiter of queue) if (this.#hasRoom(waiter.appId)) return waiter
    return null
  }
}

async function shed(): Promise<never> {
  requestsShed.inc()
  refuse('busy', { seconds: 1 })
}
