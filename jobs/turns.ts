/**
 * Concurrency limiter with fair order: who finds no free slot gets the next one, first come first served. Releasing a
 * slot is idempotent.
 */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
