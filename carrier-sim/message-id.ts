/** Format of message ids: carriers differ, and some use another one in reports than in answers. */
export interface MessageIdFormat {
  base: 'decimal' | 'hexLower' | 'hexUpper'
  /** Zero-padded to this length; 0: not padded. */
  digits: number
}

/** Counts from a number derived from the time, so that ids stay unique across restarts. */
export class MessageIds {
  #last: number
  readonly #format: MessageIdFormat

  constructor(format: MessageIdFormat, startedAtMs: number) {
    this.#format = format
    this.#last = startedAtMs * 1000
  }

  next(): string {
    this.#last++
    const { base, digits } = this.#format
    const text = this.#last.toString(base === 'decimal' ? 10 : 16)
    return (base === 'hexUpper' ? text.toUpperCase() : text).padStart(digits, '0')
  }
}
