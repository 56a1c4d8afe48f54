import iconv from 'iconv-lite'
import { concatenationHeader, type PartPlace, parseUserDataHeader } from './concatenation.ts'
import type { TextPart } from './text-part.ts'
import { decodeUcs2, encodeUcs2 } from './ucs2.ts'

/** Codings of the protocols of China's carriers: ASCII is a byte each, not the alphabet of GSM. */
const carrierFormats = { ascii: 0, ucs2: 8, gbk: 15 } as const

export type TextCoding = 'ucs2' | 'ascii_when_possible' | 'gbk'

export interface CarrierText {
  format: number
  /** TP_udhi: 1 when the content begins with a user data header. */
  headerIndicator: 0 | 1
  content: Buffer
}

/** A part as content, with a user data header when it has a place in a longer text. */
export function encodeCarrierText({ text, place }: TextPart, coding: TextCoding): CarrierText {
  const { format, bytes } = codedText(text, place, coding)
  if (place === null) return { format, headerIndicator: 0, content: bytes }
  return { format, headerIndicator: 1, content: Buffer.concat([concatenationHeader(place), bytes]) }
}

/** Parts of a long text are never ASCII: a phone joins parts of one coding. */
function codedText(text: string, place: PartPlace | null, coding: TextCoding): { format: number; bytes: Buffer } {
  if (coding === 'ascii_when_possible' && place === null && /^[\x20-\x7e\r\n]*$/.test(text))
    return { format: carrierFormats.ascii, bytes: Buffer.from(text, 'latin1') }
  if (coding === 'gbk') {
    const bytes = iconv.encode(text, 'gbk')
    // What GBK lacks would arrive as a question mark.
    if (iconv.decode(bytes, 'gbk') === text) return { format: carrierFormats.gbk, bytes }
  }
  return { format: carrierFormats.ucs2, bytes: encodeUcs2(text) }
}

/**
 * Text and place of a received message. TP_udhi has bit 0, or bit 6 when a gateway copies it from SMPP; bytes that make
 * no header are text.
 */
export function decodeCarrierText({
  format,
  headerIndicator,
  content,
}: Pick<CarrierText, 'format' | 'content'> & { headerIndicator: number }): {
  text: string
  place: PartPlace | null
} {
  const hasHeader = (headerIndicator & 0x41) !== 0
  const header = hasHeader ? parseUserDataHeader(content) : null
  const isText = header === null || header.isBroken
  const bytes = isText ? content : content.subarray(header.headerBytes)
  return { text: decoded(format, bytes), place: isText ? null : header.place }
}

function decoded(format: number, bytes: Buffer): string {
  switch (format & 0x0f) {
    case carrierFormats.ascii:
      return bytes.toString('latin1')
    case carrierFormats.ucs2:
      return decodeUcs2(bytes)
    case carrierFormats.gbk:
      return iconv.decode(bytes, 'gb18030')
    default:
      return ''
  }
}

/** A number as it is sent: of other countries with the code and no plus. */
export const wirePhone = (phone: string, form: 'plain' | '86' = 'plain'): string =>
  phone.startsWith('+') ? phone.slice(1) : form === '86' ? `86${phone}` : phone

/** Eleven digits, whatever form of the country code stands before them. */
export const barePhone = (phone: string): string => phone.replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')
