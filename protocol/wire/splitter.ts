import { ProtocolError } from './protocol-error.ts'

/** How a protocol frames its PDUs: the first four bytes are the length of the whole. */
export interface FrameForm {
  headerBytes: number
  maximumBytes: number
  /** The protocol's status for an impossible length. */
  lengthStatus: number
}

/**
 * Splits a stream of chunks into frames of one PDU each. A frame within one chunk is a view on it; only one that spans
 * chunks is copied, once, into a buffer of its own length, so that no more than the longest PDU is held.
 */
export class FrameSplitter {
  readonly #form: FrameForm
  readonly #lengthBytes = Buffer.alloc(4)
  #frame: Buffer = this.#lengthBytes
  #filled = 0

  constructor(form: FrameForm) {
    this.#form = form
  }

  /**
   * Passes each frame that the chunk completes to `onFrame`, in order. Throws a fatal ProtocolError on an impossible
   * length.
   */
  push(chunk: Buffer, onFrame: (frame: Buffer) => void): void {
    let offset = 0
    while (offset < chunk.length) {
      if (this.#filled === 0 && chunk.length - offset >= 4) {
        const length = this.#checked(chunk.readUInt32BE(offset))
        if (offset + length <= chunk.length) {
          onFrame(chunk.subarray(offset, offset + length))
          offset += length
          continue
        }
      }
      offset += this.#collect(chunk, offset, onFrame)
    }
  }

  #collect(chunk: Buffer, offset: number, onFrame: (frame: Buffer) => void): number {
    const taken = chunk.copy(this.#frame, this.#filled, offset, Math.min(chunk.length, offset + this.#frame.length - this.#filled))
    this.#filled += taken
    if (this.#filled < this.#frame.length) return taken
    if (this.#frame === this.#lengthBytes) {
      this.#frame = Buffer.allocUnsafe(this.#checked(this.#lengthBytes.readUInt32BE(0)))
      this.#lengthBytes.copy(this.#frame)
      return taken
    }
    const frame = this.#frame
    this.#frame = this.#lengthBytes
    this.#filled = 0
    onFrame(frame)
    return taken
  }

  #checked(length: number): number {
    const { headerBytes, maximumBytes, lengthStatus } = this.#form
    if (length < headerBytes || length > maximumBytes) throw new ProtocolError(`a PDU of ${length} bytes`, lengthStatus, true)
    return length
  }
}
