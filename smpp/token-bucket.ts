/** Lets requests pass at a rate, a second's worth in one go after a quiet time. */
export class TokenBucket {
  #perSecond: number
  #left: number
  #atMs: number

  constructor(perSecond: number, nowMs: number) {
    this.#perSecond = perSecond
    this.#left = perSecond
    this.#atMs = nowMs
  }

  set perSecond(perSecond: number) {
    this.#perSecond = perSecond
    this.#left = Math.min(this.#left, perSecond)
  }

  /** Whether one more may pass now; it is then counted. */
  take(nowMs: number): boolean {
    this.#left = Math.min(this.#perSecond, this.#left + (Math.max(0, nowMs - this.#atMs) * this.#perSecond) / 1000)
    this.#atMs = nowMs
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
