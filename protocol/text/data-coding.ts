import iconv from 'iconv-lite'
import { decodeGsm7 } from './gsm7.ts'
import { decodeUcs2, isUcs2 } from './ucs2.ts'

/** data_coding values (SMPP 3.4 §5.2.19); 15 is what carriers in China use for GBK. */
const dataCodings = { gsm7: 0, ia5: 1, latin1: 3, ucs2: 8, gbk: 15 } as const

/**
 * Decodes a body whose bytes are all valid in its coding, to be sent on; null otherwise. Texts from phones are decoded
 * leniently by `decodeText`.
 */
export function decodeTextStrictly(dataCoding: number, bytes: Buffer): string | null {
  if (dataCoding === dataCodings.gsm7 && bytes.some(byte => byte > 0x7f)) return null
  if (dataCoding === dataCodings.ucs2 && !isUcs2(bytes)) return null
  const text = decodeText(dataCoding, bytes)
  return dataCoding === dataCodings.gbk && text?.includes('\ufffd') ? null : text
}

/** Decodes a message body without its user data header. Null for codings that aren't a known text. */
export function decodeText(dataCoding: number, bytes: Buffer): string | null {
  switch (dataCoding) {
    case dataCodings.gsm7:
      return decodeGsm7(bytes)
    case dataCodings.ia5:
      return isGsmUnderIa5(bytes) ? decodeGsm7(bytes) : bytes.toString('latin1')
    case dataCodings.latin1:
      return bytes.toString('latin1')
    case dataCodings.ucs2:
      return decodeUcs2(bytes)
    case dataCodings.gbk:
      return iconv.decode(bytes, 'gbk')
    default:
      return null
  }
}

/**
 * Whether bytes are of the GSM alphabet, though their coding is IA5 (ASCII), as node-smpp sends texts by default: where
 * that alphabet has `@`, `$`, `_` and the escape of brackets, IA5 has control characters, which no text contains.
 */
const isGsmUnderIa5 = (bytes: Buffer): boolean =>
  bytes.every(byte => byte < 0x80) && bytes.some(byte => byte < 0x20 && !'\t\n\f\r'.includes(String.fromCharCode(byte)))
