/** Token bucket for message parts. One message of several parts may overdraw it; the following ones wait. */
export class TokenBucket {
  readonly #ratePerSecond: number
  readonly #most: number
  #tokens: number
  #filledAtMs: number

  /** Holds a tenth of a second's worth, which bounds the burst after a quiet time. */
  constructor(ratePerSecond: number, nowMs: number) {
    this.#ratePerSecond = ratePerSecond
    this.#most = Math.max(1, ratePerSecond / 10)
    this.#tokens = this.#most
    this.#filledAtMs = nowMs
  }

  /** Whole parts that may be sent now; 0 while it is overdrawn. */
  available(nowMs: number): number {
    const passedMs = Math.max(0, nowMs - this.#filledAtMs)
    this.#tokens = Math.min(this.#most, this.#tokens + (passedMs * this.#ratePerSecond) / 1000)
    this.#filledAtMs = nowMs
    return Math.max(0, Math.floor(this.#tokens))
  }

  take(partCount: number): void {
    this.#tokens -= partCount
  }
}

/** A burst of refusals, or of answers that never come, is one sign: the window is halved once for all of them. */
const cutPauseMs = 500
/** Parts accepted in a row for one more slot. */
const partsPerSlot = 10

/**
 * Adaptive window of unanswered parts on a link: halved when the carrier throttles or answers nothing, regrown slot by
 * slot up to its setting.
 */
export class AdaptiveWindow {
  readonly #most: number
  #size: number
  #cutAtMs = Number.NEGATIVE_INFINITY

  constructor(most: number) {
    this.#most = most
    this.#size = most
  }

  get size(): number {
    return Math.floor(this.#size)
  }

  narrow(nowMs: number): void {
    if (nowMs - this.#cutAtMs < cutPauseMs) return
    this.#cutAtMs = nowMs
    this.#size = Math.max(1, Math.floor(this.#size / 2))
  }

  /** Restarts with one slot. */
  restart(): void {
    this.#size = 1
  }

  taken(): void {
    this.#size = Math.min(this.#most, this.#size + 1 / partsPerSlot)
  }
}
