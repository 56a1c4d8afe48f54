/**
 * Bytes that violate the protocol. `status` is the answer for the sender in the protocol's numbers, `isFatal` means
 * that the stream can't be read any further.
 */
export class ProtocolError extends Error {
  readonly status: number
  readonly isFatal: boolean

  constructor(message: string, status: number, isFatal = false) {
    super(message)
    this.name = 'ProtocolError'
    this.status = status
    this.isFatal = isFatal
  }
}
