import { deleteOldest } from './oldest.ts'
/**
 * Rate limiters in memory. Each process counts for itself; what must hold for all of them is counted in the table
 * `rate_limit`.
 */

/** Rate limit: so many in a fixed window that starts with the first. */
export interface RateLimit {
  windowMs: number
  most: number
}

/** Token bucket: fills at a rate and holds what arrives in `burstSeconds`, at least one. */
export class TokenBucket {
  readonly #burstSeconds: number
  #ratePerSecond: number
  #tokens: number
  #filledAtMs: number

  constructor(ratePerSecond: number, nowMs: number, burstSeconds = 1) {
    this.#burstSeconds = burstSeconds
    this.#ratePerSecond = ratePerSecond
    this.#tokens = this.capacity
    this.#filledAtMs = nowMs
  }

  /** The most tokens that it holds. */
  get capacity(): number {
    return Math.max(1, this.#ratePerSecond * this.#burstSeconds)
  }

  set ratePerSecond(ratePerSecond: number) {
    this.#ratePerSecond = ratePerSecond
    this.#tokens = Math.min(this.#tokens, this.capacity)
  }

  /** Whole tokens; 0 while the bucket is overdrawn. */
  available(nowMs: number): number {
    const passedMs = Math.max(0, nowMs - this.#filledAtMs)
    this.#tokens = Math.min(this.capacity, this.#tokens + (passedMs * this.#ratePerSecond) / 1000)
    this.#filledAtMs = nowMs
    return Math.max(0, Math.floor(this.#tokens))
  }

  /** Takes tokens, also those that aren't there: an overdrawn bucket has to fill up first. */
  take(count: number): void {
    this.#tokens -= count
  }

  /** Takes one token if there is one. */
  tryTake(nowMs: number): boolean {
    const isAvailable = this.available(nowMs) > 0
    if (isAvailable) this.take(1)
    return isAvailable
  }
}

const maxKeys = 50_000

/** Fixed window for each key. Beyond 50,000 keys the oldest windows are dropped. */
export class FixedWindowLimiter {
  readonly #limit: RateLimit
  readonly #windows = new Map<string, { count: number; untilMs: number }>()

  constructor(limit: RateLimit) {
    this.#limit = limit
  }

  isSpent(key: string, nowMs: number): boolean {
    const window = this.#windows.get(key)
    return window !== undefined && nowMs < window.untilMs && window.count >= this.#limit.most
  }

  spend(key: string, nowMs: number): void {
    const window = this.#windows.get(key)
    if (window && nowMs < window.untilMs) {
      window.count += 1
      return
    }
    this.#windows.delete(key)
    this.#windows.set(key, { count: 1, untilMs: nowMs + this.#limit.windowMs })
    if (this.#windows.size > maxKeys) deleteOldest(this.#windows)
  }

  /** Takes back one that was spent. */
  giveBack(key: string): void {
    const window = this.#windows.get(key)
    if (window) window.count -= 1
  }

  reset(key: string): void {
    this.#windows.delete(key)
  }
}

/**
 * At most `max` at a time; the others wait in the order in which they came. `waiting` bounds the queue, `refuse` throws
 * where it is full.
 */
export class ConcurrencyLimiter {
  #free: number
  readonly #waiting: (() => void)[] = []
  readonly #queue: { waiting: number; refuse: () => never } | null

  constructor(max: number, queue: { waiting: number; refuse: () => never } | null = null) {
    this.#free = max
    this.#queue = queue
  }

  /** Gives the function that releases the place; calls of it after the first do nothing. */
  async acquire(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1
    else {
      if (this.#queue && this.#waiting.length >= this.#queue.waiting) this.#queue.refuse()
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    }
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
