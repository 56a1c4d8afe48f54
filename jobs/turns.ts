/** So many places; who finds none free gets the next one in the order of asking. A place is left once, however often that is said. */
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
