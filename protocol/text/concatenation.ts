/** Place of a part in a concatenated message. */
export interface PartPlace {
  reference: number
  total: number
  /** 1 … total. */
  number: number
}

/**
 * User data header for concatenation with an 8-bit reference (3GPP 23.040 §9.2.3.24.1): 05 00 03 reference total
 * number.
 */
export function concatenationHeader(place: PartPlace): Buffer {
  return Buffer.from([0x05, 0x00, 0x03, place.reference & 0xff, place.total, place.number])
}

/** Length of the information elements that hold a place. */
const placeBytes: Record<number, number> = { 0: 3, 8: 4 }

/**
 * Parses the user data header of a body: its length including the length byte, and the part's place if it has one
 * (8-bit or 16-bit reference). A header longer than the body counts as none: the body is then all text. `isBroken`: its
 * lengths don't fit, or the place is invalid.
 */
export function parseUserDataHeader(body: Buffer): { headerBytes: number; place: PartPlace | null; isBroken: boolean } {
  const headerBytes = (body[0] ?? 0) + 1
  if (body.length === 0 || headerBytes > body.length) return { headerBytes: 0, place: null, isBroken: true }
  let offset = 1
  while (offset + 2 <= headerBytes) {
    const element = body.readUInt8(offset)
    const length = body.readUInt8(offset + 1)
    const start = offset + 2
    if (start + length > headerBytes) break
    if (element in placeBytes) {
      if (length !== placeBytes[element]) break
      const reference = body.readUIntBE(start, length - 2)
      const place = placeOf(reference, body.readUInt8(start + length - 2), body.readUInt8(start + length - 1))
      return { headerBytes, place, isBroken: place === null }
    }
    offset = start + length
  }
  return { headerBytes, place: null, isBroken: offset !== headerBytes }
}

/** A valid place: total and number from one on, number within the total. */
export function placeOf(reference: number, total: number, number: number): PartPlace | null {
  return total >= 1 && number >= 1 && number <= total ? { reference, total, number } : null
}

interface Collection<Part> {
  parts: (Part | undefined)[]
  missing: number
  expiresAtMs: number
}

/**
 * Reassembles concatenated messages. Parts belong together by a key that the caller makes of the two numbers, the
 * reference and the total. Holds at most `maximumMessages` incomplete ones for at most `expiryMs`; the oldest are
 * evicted.
 */
export class Reassembly<Part> {
  readonly #collections = new Map<string, Collection<Part>>()
  readonly #maximumMessages: number
  readonly #expiryMs: number

  constructor(options: { maximumMessages: number; expiryMs: number }) {
    this.#maximumMessages = options.maximumMessages
    this.#expiryMs = options.expiryMs
  }

  /** Number of incomplete messages. */
  get size(): number {
    return this.#collections.size
  }

  /**
   * Adds a part; returns all parts in order once they are complete, else null. A repeated part replaces the earlier
   * one.
   */
  add(key: string, place: PartPlace, part: Part, nowMs: number): Part[] | null {
    this.#expire(nowMs)
    const fullKey = `${key} ${place.reference} ${place.total}`
    const collection = this.#collections.get(fullKey) ?? this.#begin(fullKey, place.total, nowMs)
    if (collection.parts[place.number - 1] === undefined) collection.missing--
    collection.parts[place.number - 1] = part
    if (collection.missing > 0) return null
    this.#collections.delete(fullKey)
    return collection.parts as Part[]
  }

  #begin(key: string, total: number, nowMs: number): Collection<Part> {
    const [oldest] = this.#collections.keys()
    if (oldest !== undefined && this.#collections.size >= this.#maximumMessages) this.#collections.delete(oldest)
    const collection = { parts: new Array<Part | undefined>(total).fill(undefined), missing: total, expiresAtMs: nowMs + this.#expiryMs }
    this.#collections.set(key, collection)
    return collection
  }

  /** The map keeps the order of arrival, so the expired ones come first. */
  #expire(nowMs: number): void {
    for (const [key, collection] of this.#collections) {
      if (collection.expiresAtMs > nowMs) return
      this.#collections.delete(key)
    }
  }
}
