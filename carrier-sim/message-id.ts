/** How message ids look: carriers differ, and some write them otherwise in reports than in answers. */
export interface MessageIdFormat {
  base: 'decimal' | 'hexLower' | 'hexUpper'
  /** Padded with zeros to this length; 0: not padded. */
  digits: number
}

/** Counts from a number made of the time, so that ids stay unique when the program starts anew. */
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
