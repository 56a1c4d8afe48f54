const firstMs = 100
const longestMs = 5_000

/**
 * Backoff: delays that grow while a server is unavailable, so that its return is noticed soon and its absence costs
 * little.
 */
export class BackOff {
  #pauseMs = firstMs

  reset(): void {
    this.#pauseMs = firstMs
  }

  /** The next delay, in milliseconds. */
  next(): number {
    const pauseMs = this.#pauseMs
    this.#pauseMs = Math.min(longestMs, pauseMs * 2)
    return pauseMs
  }

  async pause(): Promise<void> {
    await new Promise(resolve => setTimeout(resolve, this.next()))
  }
}
