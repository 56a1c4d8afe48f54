import { deleteOldest } from '#values/oldest.ts'

const phonesKept = 20_000

/**
 * Concatenation references of long texts. A phone joins parts by sender and reference, so each phone has a counter of
 * its own: 256 texts to others in between don't make a reference repeat. A phone that is not known begins anywhere.
 */
export class References {
  readonly #random: () => number
  readonly #last = new Map<string, number>()

  constructor(random: () => number) {
    this.#random = random
  }

  /** Returns the reference of the next long text to a phone, of 8 bits. */
  next(phone: string): number {
    const last = this.#last.get(phone) ?? Math.floor(this.#random() * 256)
    const reference = (last + 1) & 0xff
    // The map keeps the order of use.
    this.#last.delete(phone)
    this.#last.set(phone, reference)
    if (this.#last.size > phonesKept) deleteOldest(this.#last)
    return reference
  }
}
