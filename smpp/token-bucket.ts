/** Token bucket of requests: after a quiet time it allows a burst of one second's worth. */
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

  /** Takes a token. Returns whether one more request may pass. */
  take(nowMs: number): boolean {
    this.#left = Math.min(this.#perSecond, this.#left + (Math.max(0, nowMs - this.#atMs) * this.#perSecond) / 1000)
    this.#atMs = nowMs
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
