import { itemOrThrow, lastOrThrow } from '#values/or-throw.ts'
/**
 * Seeded random numbers: the same seed gives the same demo. Numbers in [0, 1) by mulberry32 (public domain, Tommy
 * Ettinger).
 */
export class DemoRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  pick<T>(choices: readonly T[]): T {
    return itemOrThrow(choices, Math.floor(this.next() * choices.length))
  }

  /** One of the choices, each as often as its weight. */
  weighted<T>(choices: readonly (readonly [choice: T, weight: number])[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [choice, weight] of choices) {
      left -= weight
      if (left < 0) return choice
    }
    return lastOrThrow(choices)[0]
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.whole(0, 9)).join('')
  }

  /** A delay around `medianMs` with a long tail, like carriers'. */
  delayMs(medianMs: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
    return Math.round(medianMs * Math.exp(0.7 * normal))
  }
}
