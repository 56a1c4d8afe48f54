import { concatenationHeader, type PartPlace, parseUserDataHeader, placeOf } from '../text/concatenation.ts'
import { type TextPart, textParts } from '../text/text-part.ts'
import { encodeUcs2 } from '../text/ucs2.ts'
import type { MessageFields } from './pdu.ts'
import { findTlv, type Tlv, tlvTags } from './tlv.ts'

const hasUserDataHeader = 0x40

export interface Body {
  /** Bytes of the text without its user data header; a view on the received bytes. */
  text: Buffer
  place: PartPlace | null
  /** Set when the part's place is given and invalid; null: no place given, or valid. */
  fault: 'header' | 'parameters' | null
}

/**
 * Text and place of a received message, by any way of concatenation: user data header, SAR parameters, or one
 * message_payload.
 */
export function readBody(pdu: Pick<MessageFields, 'esmClass' | 'shortMessage' | 'tlvs'>): Body {
  const bytes = findTlv(pdu.tlvs, tlvTags.messagePayload) ?? pdu.shortMessage
  if ((pdu.esmClass & hasUserDataHeader) !== 0) {
    const { headerBytes, place, isBroken } = parseUserDataHeader(bytes)
    return { text: headerBytes === 0 ? bytes : bytes.subarray(headerBytes), place, fault: isBroken ? 'header' : null }
  }
  const reference = findTlv(pdu.tlvs, tlvTags.sarReference)
  const total = findTlv(pdu.tlvs, tlvTags.sarTotal)?.[0]
  const number = findTlv(pdu.tlvs, tlvTags.sarNumber)?.[0]
  // One of the three without the others is ignored (SMPP 3.4 §5.3.2.22).
  if (reference?.length !== 2 || total === undefined || number === undefined) return { text: bytes, place: null, fault: null }
  const place = placeOf(reference.readUInt16BE(0), total, number)
  return { text: bytes, place, fault: place === null ? 'parameters' : null }
}

/** Fields of a part that its submit_sm sets. */
export interface PartFields {
  esmClass: number
  dataCoding: 8
  shortMessage: Buffer
  tlvs?: readonly Tlv[]
}

/** A part of a text in UCS-2, with a user data header when it has a place in a longer one. */
export function ucs2Part({ text, place }: TextPart): PartFields {
  const bytes = encodeUcs2(text)
  return place === null
    ? { esmClass: 0, dataCoding: 8, shortMessage: bytes }
    : { esmClass: hasUserDataHeader, dataCoding: 8, shortMessage: Buffer.concat([concatenationHeader(place), bytes]) }
}

const shortMessageBytes = 254

/** The same with its place in parameters (SAR) instead of a header. */
export function sarPart({ text, place }: TextPart): PartFields {
  const bytes = encodeUcs2(text)
  if (place === null) return { esmClass: 0, dataCoding: 8, shortMessage: bytes }
  const reference = Buffer.alloc(2)
  reference.writeUInt16BE(place.reference & 0xffff)
  const tlvs = [
    { tag: tlvTags.sarReference, value: reference },
    { tag: tlvTags.sarTotal, value: Buffer.from([place.total]) },
    { tag: tlvTags.sarNumber, value: Buffer.from([place.number]) },
  ]
  return { esmClass: 0, dataCoding: 8, shortMessage: bytes, tlvs }
}

/** A whole text in UCS-2, in message_payload when it is too long for the field. */
export function payloadPart({ text }: TextPart): PartFields {
  const bytes = encodeUcs2(text)
  if (bytes.length <= shortMessageBytes) return { esmClass: 0, dataCoding: 8, shortMessage: bytes }
  return { esmClass: 0, dataCoding: 8, shortMessage: Buffer.alloc(0), tlvs: [{ tag: tlvTags.messagePayload, value: bytes }] }
}

/** The parts of a text in UCS-2; several are concatenated by user data headers with the low byte of `reference`. */
export function ucs2Parts(text: string, reference: number): PartFields[] {
  return textParts(text, () => reference).map(ucs2Part)
}
