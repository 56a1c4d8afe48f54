import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/**
 * Set of recipients seen so far: an open-addressing hash table of numbers, at most half full, 32 MB for a million.
 * Phones are exact; values are a 64-bit hash, so that two texts for one phone are confused in one of 10^19 cases. A
 * bitmap of phones would be smaller for close numbers but grow to 875 MB for scattered ones.
 */
export class SeenRecipients {
  private readonly phones: Float64Array
  private readonly hashes: Uint32Array
  private readonly mask: number
  private readonly maxRecipients: number
  private readonly seed: number
  private count = 0

  /** Capacity for so many different recipients. The seed is random in service, so that no file can force collisions. */
  constructor(maxRecipients: number = limits.uploadRows, seed: number = firstOrThrow(crypto.getRandomValues(new Uint32Array(1)))) {
    const slotCount = 2 ** Math.ceil(Math.log2(maxRecipients * 2))
    this.phones = new Float64Array(slotCount)
    this.hashes = new Uint32Array(slotCount * 2)
    this.mask = slotCount - 1
    this.maxRecipients = maxRecipients
    this.seed = seed
  }

  /**
   * Adds a number of `parsePhone` with the values of its message; true when it is new. Throws beyond the capacity,
   * which the limit of rows prevents.
   */
  add(phone: string, values: readonly string[] = []): boolean {
    const number = Number(phone)
    const first = hashOf(values, this.seed)
    const second = hashOf(values, first ^ 0x5bd1e995)
    let slot = mix(mix(first ^ Math.floor(number / 65_536)) ^ (number % 65_536) ^ this.seed) & this.mask
    for (; this.phones[slot] !== 0; slot = (slot + 1) & this.mask)
      if (this.phones[slot] === number && this.hashes[slot * 2] === first && this.hashes[slot * 2 + 1] === second) return false
    if (this.count >= this.maxRecipients) throw new Error('more recipients than the table has room for')
    this.phones[slot] = number
    this.hashes[slot * 2] = first
    this.hashes[slot * 2 + 1] = second
    this.count += 1
    return true
  }
}

/** Finalizer of MurmurHash3: every bit of the input flips about half of the output's. */
function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** Hash of the values and their lengths, so that ["ab", "c"] and ["a", "bc"] differ. */
function hashOf(values: readonly string[], seed: number): number {
  let hash = seed
  for (const value of values) {
    for (let index = 0; index < value.length; index += 1) hash = Math.imul(hash ^ value.charCodeAt(index), 0x01000193)
    hash = mix(hash ^ value.length)
  }
  return hash >>> 0
}
