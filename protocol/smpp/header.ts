/** SMPP 3.4 §3.2: every PDU begins with length, command id, status and sequence number, four bytes each. */
export const headerBytes = 16
/** Fits a message_payload of 64 kB less its header; no peer sends more. */
export const maximumPduBytes = 64 * 1024
export const maximumSequence = 0x7fffffff
/** Set in the command id of every answer (SMPP 3.4 §5.1.2.1). */
export const answerBit = 0x80000000

/**
 * Bytes that violate the protocol. `status` is the answer for the sender, `isFatal` means that the stream can't be read
 * any further.
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
