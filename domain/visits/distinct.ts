import { HyperLogLog } from './hyperloglog.ts'

/** Fewer distinct hashes than this are counted exactly; from here on they are estimated. */
export const exactBelow = 100_000
/** A list longer than the registers is stored with registers, for estimates over many lists together. */
const sketchedFrom = 2_048

/** The number below 2^53 that stands for a hash of at least eight bytes: its first 53 bits. */
export const hashNumber = (hash: Buffer): number => hash.readUInt32BE(0) * 2 ** 21 + (hash.readUInt32BE(4) >>> 11)

/** A stored set: the list while it is exact, the registers when it is large. */
export interface StoredSet {
  count: number
  list: Buffer | null
  sketch: Buffer | null
}

/** Distinct counter of hashes (whole numbers below 2^53): exact below 100,000, HyperLogLog from then on. */
export class DistinctSet {
  #list: Float64Array = new Float64Array(0)
  /** Not in the list yet; may contain duplicates. */
  #loose: number[] = []
  #chunks: Float64Array[] = []
  #waiting = 0
  #sketch: HyperLogLog | null = null

  add(hash: number): void {
    if (this.#sketch) this.#sketch.add(hash)
    else {
      this.#loose.push(hash)
      this.#waiting += 1
      if (this.#waiting >= 2 * exactBelow) this.#settle()
    }
  }

  /** Adds a stored set: its list where it has one, unless only an estimate is needed. */
  addKept({ list, sketch }: Pick<StoredSet, 'list' | 'sketch'>): void {
    if (list) this.#addList(readList(list))
    else if (sketch) this.#addRegisters(sketch)
  }

  merge(other: DistinctSet): void {
    other.#settle()
    if (other.#sketch) this.#addRegisters(other.#sketch.registers)
    else this.#addList(other.#list)
  }

  get isExact(): boolean {
    this.#settle()
    return this.#sketch === null
  }

  get count(): number {
    this.#settle()
    return this.#sketch?.count() ?? this.#list.length
  }

  keep(): StoredSet {
    this.#settle()
    const count = this.count
    if (this.#sketch) return { count, list: null, sketch: Buffer.from(this.#sketch.registers) }
    const list = Buffer.from(this.#list.buffer, this.#list.byteOffset, this.#list.byteLength)
    return { count, list, sketch: count > sketchedFrom ? Buffer.from(sketchOf(this.#list).registers) : null }
  }

  #addList(list: Float64Array): void {
    if (this.#sketch) for (const hash of list) this.#sketch.add(hash)
    else {
      this.#chunks.push(list)
      this.#waiting += list.length
      if (this.#waiting >= 2 * exactBelow) this.#settle()
    }
  }

  #addRegisters(registers: Uint8Array): void {
    this.#settle()
    this.#sketch ??= sketchOf(this.#list)
    this.#sketch.merge(registers)
    this.#list = new Float64Array(0)
  }

  /** Merges everything into the list, or into registers when the list gets too long. */
  #settle(): void {
    if (this.#waiting === 0) return
    const all = new Float64Array(this.#list.length + this.#waiting)
    all.set(this.#list)
    let length = this.#list.length
    for (const chunk of [...this.#chunks, this.#loose]) {
      all.set(chunk, length)
      length += chunk.length
    }
    this.#loose = []
    this.#chunks = []
    this.#waiting = 0
    this.#list = withoutRepeats(all.sort())
    if (this.#list.length < exactBelow) return
    this.#sketch = sketchOf(this.#list)
    this.#list = new Float64Array(0)
  }
}

function sketchOf(list: Float64Array): HyperLogLog {
  const sketch = new HyperLogLog()
  for (const hash of list) sketch.add(hash)
  return sketch
}

/**
 * A stored list: doubles of eight bytes in the byte order of all machines that this runs on, copied to be aligned for a
 * Float64Array.
 */
const readList = (list: Buffer): Float64Array => new Float64Array(list.buffer.slice(list.byteOffset, list.byteOffset + list.length))

function withoutRepeats(sorted: Float64Array): Float64Array {
  let length = 0
  for (const value of sorted) if (length === 0 || value !== sorted[length - 1]) sorted[length++] = value
  return sorted.slice(0, length)
}
