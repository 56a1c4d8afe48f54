import { ProtocolError } from './protocol-error.ts'

/** Reads a body's fields in order: integers are big-endian, texts have a fixed size. */
export class FieldReader {
  offset: number
  readonly #frame: Buffer
  readonly #shortStatus: number

  /** `shortStatus`: the protocol's status for a body that is shorter than its fields. */
  constructor(frame: Buffer, offset: number, shortStatus: number) {
    this.#frame = frame
    this.offset = offset
    this.#shortStatus = shortStatus
  }

  get left(): number {
    return this.#frame.length - this.offset
  }

  byte(): number {
    return this.#frame.readUInt8(this.#skip(1))
  }

  uint16(): number {
    return this.#frame.readUInt16BE(this.#skip(2))
  }

  uint32(): number {
    return this.#frame.readUInt32BE(this.#skip(4))
  }

  uint64(): bigint {
    return this.#frame.readBigUInt64BE(this.#skip(8))
  }

  /** A view on the frame. */
  bytes(count: number): Buffer {
    const start = this.#skip(count)
    return this.#frame.subarray(start, start + count)
  }

  /** An octet string: it ends at the first zero byte; peers pad with spaces too. */
  text(size: number): string {
    const start = this.#skip(size)
    // Fields are short and often empty: a call into native code for each would cost more than the loop.
    let end = start
    while (end < start + size && this.#frame[end] !== 0) end += 1
    return end === start ? '' : this.#frame.toString('latin1', start, end).trim()
  }

  /** Leaves bytes out, or what is left of them. */
  skip(count: number): void {
    this.offset += Math.min(count, this.left)
  }

  #skip(count: number): number {
    const start = this.offset
    if (start + count > this.#frame.length) throw new ProtocolError('the PDU is cut off', this.#shortStatus)
    this.offset = start + count
    return start
  }
}

/** Writes fields in order into one buffer of their whole length, filled with zero bytes. */
export class FieldWriter {
  readonly buffer: Buffer
  #offset = 0

  constructor(bytes: number) {
    this.buffer = Buffer.allocUnsafe(bytes).fill(0)
  }

  byte(value: number): this {
    this.#offset = this.buffer.writeUInt8(value, this.#offset)
    return this
  }

  uint32(value: number): this {
    this.#offset = this.buffer.writeUInt32BE(value, this.#offset)
    return this
  }

  uint64(value: bigint): this {
    this.#offset = this.buffer.writeBigUInt64BE(value, this.#offset)
    return this
  }

  bytes(value: Buffer): this {
    this.#offset += value.copy(this.buffer, this.#offset)
    return this
  }

  /** An octet string of ASCII; what is beyond its size is cut off. */
  text(value: string, size: number): this {
    const length = Math.min(value.length, size)
    for (let index = 0; index < length; index++) this.buffer[this.#offset + index] = value.charCodeAt(index)
    this.#offset += size
    return this
  }

  texts(values: readonly string[], size: number): this {
    for (const value of values) this.text(value, size)
    return this
  }
}
