import { refuse } from '#contract/refusals.ts'
import { limits } from '#values/limits.ts'
import { getOrThrow } from '#values/or-throw.ts'
import type { AppCaller } from './key.ts'
import { requestsInFlight, requestsQueued, requestsShed } from './metrics.ts'

export interface AdmissionLimits {
  /** Concurrent requests in this process, and of one app at most. */
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

/** How often something happens while it goes on, measured over and over. */
class Pace {
  perMs = unknownPerMs
  #count = 0
  #sinceMs = 0

  /** It goes on after a pause, which says nothing; after a long one what was before doesn't either. */
  resume(nowMs: number): void {
    const pauseMs = nowMs - this.#sinceMs
    if (pauseMs > forgottenMs) this.perMs = unknownPerMs
    if (pauseMs > paceMs) this.#measureFrom(nowMs)
  }

  add(nowMs: number): void {
    this.#count += 1
    const elapsedMs = nowMs - this.#sinceMs
    // Commits end many at once, and the first of them would seem slow.
    if (elapsedMs < paceMs || (this.#count < paceCount && elapsedMs < 10 * paceMs)) return
    // A first commit, or one that waits for the disk, says little of those after it.
    this.perMs = Math.max(this.#count / elapsedMs, this.perMs * leastShare)
    this.#measureFrom(nowMs)
  }

  #measureFrom(nowMs: number): void {
    this.#count = 0
    this.#sinceMs = nowMs
  }
}
const [paceMs, paceCount, leastShare, forgottenMs] = [100, 32, 0.7, 10_000]
/** While a pace isn't known: that of a fast machine. */
const unknownPerMs = 4

/** Requests of an app in flight, and the pace at which they end. */
interface Flight {
  count: number
  pace: Pace
}
/** Concurrent requests of an app that is slow. */
const leastInFlight = 32
const maxFlights = 10_000
const newFlight = (): Flight => ({ count: 0, pace: new Pace() })

/**
 * Admission control of programs' requests: concurrency limits for the process and, by its pace, for each app, and a
 * fair queue (round robin between accounts), so that one account's flood doesn't delay others. Requests that wait too
 * long, or whose account has so many waiting that they would, are shed: refused as `busy` before any work.
 */
export class AdmissionControl {
  readonly #limits: AdmissionLimits
  #inFlight = 0
  /** By app. */
  readonly #flights = new Map<string, Flight>()
  /** Waiting requests by account. The account at the front is served next. */
  readonly #queues = new Map<string, Set<Waiter>>()
  readonly #elapsedMs: () => number
  /** Admissions from the queue while it is never empty. */
  readonly #admissions = new Pace()

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
    const isInTime = waitedMs <= this.#longestMs
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
   * A request that would wait longer is shed at once; those in flight take as long again. A quarter of the limit: the
   * pace may slow down, and a request that is shed after it has waited has cost most of its work.
   */
  get #longestMs(): number {
    return this.#limits.maxQueueMs / 4
  }

  #hasRoom(appId: string): boolean {
    if (this.#inFlight >= this.#limits.maxInFlight) return false
    const { count, pace } = this.#flights.get(appId) ?? newFlight()
    // By Little's law, since a request of a thousand numbers takes hundreds of times what one of a single number does.
    const allowed = Math.max(leastInFlight, pace.perMs * this.#longestMs)
    return count < Math.min(allowed, this.#limits.maxInFlightPerApp)
  }

  #take(appId: string): void {
    this.#inFlight += 1
    requestsInFlight.inc()
    const flight = this.#flights.get(appId) ?? newFlight()
    if (flight.count === 0) flight.pace.resume(this.#elapsedMs())
    flight.count += 1
    if (this.#flights.size >= maxFlights) for (const [id, { count }] of this.#flights) if (count === 0) this.#flights.delete(id)
    this.#flights.set(appId, flight)
  }

  #queue(account: string, appId: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (this.#isFull(account)) return shed()
    const queue = this.#queues.get(account) ?? new Set()
    if (this.#queues.size === 0) this.#admissions.resume(this.#elapsedMs())
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
    const turnMs = (this.#queues.size + (count === 0 ? 1 : 0)) / this.#admissions.perMs
    return waitedMs + count * turnMs > this.#longestMs
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
    const now = this.#elapsedMs()
    const flight = getOrThrow(this.#flights, appId)
    flight.count -= 1
    flight.pace.add(now)
    while (this.#admitNext(now));
  }

  /** Whether one of those that wait was begun. */
  #admitNext(nowMs: number): boolean {
    for (const [account, queue] of this.#queues) {
      const next = this.#nextOf(queue)
      if (!next) continue
      this.#remove(account, next)
      // Round robin: moves the account behind the others.
      if (this.#queues.delete(account)) this.#queues.set(account, queue)
      this.#admissions.add(nowMs)
      next.admit()
      return true
    }
    return false
  }

  #nextOf(queue: ReadonlySet<Waiter>): Waiter | null {
    let full = ''
    for (const waiter of queue) {
      if (waiter.appId === full) continue
      if (this.#hasRoom(waiter.appId)) return waiter
      full = waiter.appId
    }
    return null
  }
}

async function shed(): Promise<never> {
  requestsShed.inc()
  refuse('busy', { seconds: 1 })
}
