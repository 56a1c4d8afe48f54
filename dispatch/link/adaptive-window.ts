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
