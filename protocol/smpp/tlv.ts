import { ProtocolError } from '../wire/protocol-error.ts'
import { statuses } from './status.ts'

/** Optional parameter (SMPP 3.4 §5.3): two bytes of tag, two of length, the value. */
export interface Tlv {
  tag: number
  value: Buffer
}

/** Tags that we read or write (SMPP 3.4 §5.3.2). */
export const tlvTags = {
  receiptedMessageId: 0x001e,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarNumber: 0x020f,
  interfaceVersion: 0x0210,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
  /** SMPP 5.0 §4.8.4.18: 0 idle … 100 congested. */
  congestionState: 0x0428,
} as const

/** Shared by all PDUs without optional parameters; never written to. */
export const noTlvs: readonly Tlv[] = []

export function tlvBytes(tlvs: readonly Tlv[]): number {
  let bytes = 0
  for (const tlv of tlvs) bytes += 4 + tlv.value.length
  return bytes
}

/** Writes the parameters at the offset and returns the offset behind them. */
export function writeTlvs(target: Buffer, start: number, tlvs: readonly Tlv[]): number {
  let offset = start
  for (const { tag, value } of tlvs) {
    if (value.length > 0xffff) throw new ProtocolError(`optional parameter of ${value.length} bytes`, statuses.invalidOptionalPart)
    offset = target.writeUInt16BE(tag, offset)
    offset = target.writeUInt16BE(value.length, offset)
    value.copy(target, offset)
    offset += value.length
  }
  return offset
}

/**
 * Parses the parameters from the offset to the end of the PDU; values are views on it. Throws a ProtocolError when one
 * exceeds the PDU.
 */
export function readTlvs(frame: Buffer, start: number): readonly Tlv[] {
  if (start === frame.length) return noTlvs
  const tlvs: Tlv[] = []
  let offset = start
  while (offset < frame.length) {
    if (offset + 4 > frame.length) throw new ProtocolError('optional parameter is cut off', statuses.invalidOptionalPart)
    const end = offset + 4 + frame.readUInt16BE(offset + 2)
    if (end > frame.length) throw new ProtocolError('optional parameter is cut off', statuses.invalidOptionalPart)
    tlvs.push({ tag: frame.readUInt16BE(offset), value: frame.subarray(offset + 4, end) })
    offset = end
  }
  return tlvs
}

/** Value of the first parameter with the tag. */
export function findTlv(tlvs: readonly Tlv[], tag: number): Buffer | undefined {
  for (const tlv of tlvs) if (tlv.tag === tag) return tlv.value
  return undefined
}

/** Text value of a parameter, with or without the terminating zero. */
export function findTlvText(tlvs: readonly Tlv[], tag: number): string | undefined {
  const value = findTlv(tlvs, tag)
  if (!value) return undefined
  const end = value.indexOf(0)
  return value.toString('latin1', 0, end < 0 ? value.length : end)
}
