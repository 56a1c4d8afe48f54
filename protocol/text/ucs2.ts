/**
 * UTF-16 units of a single message, and of each part of a longer one (140 bytes, six of them for the concatenation
 * header).
 */
const singlePartUnits = 70
const joinedPartUnits = 67

/** Encodes a text as UTF-16BE (data_coding 8). */
export function encodeUcs2(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16()
}

/** Decodes UTF-16BE bytes; a last odd byte is dropped. The bytes stay unchanged. */
export function decodeUcs2(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Whether bytes are valid UTF-16BE, in whole units and surrogate pairs, and not UTF-8 in disguise. UTF-8 of Chinese
 * characters read as UTF-16 has a unit of private use (lead bytes E4 to E9) in every other character; a real UTF-16
 * text with such a unit is invalid as UTF-8.
 */
export function isUcs2(bytes: Buffer): boolean {
  if (bytes.length % 2 !== 0) return false
  const text = decodeUcs2(bytes)
  return text.isWellFormed() && !(/[\ue000-\uf8ff]/.test(text) && isUtf8(bytes))
}

function isUtf8(bytes: Buffer): boolean {
  try {
    utf8.decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Splits a text for sending: the whole up to 70 units, else parts of at most 67. A surrogate pair is never split, so a
 * part may have 66. The empty text is one empty part.
 */
export function splitUcs2(text: string): string[] {
  if (text.length <= singlePartUnits) return [text]
  const parts: string[] = []
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + joinedPartUnits, text.length)
    if (end < text.length && isLead(text.charCodeAt(end - 1)) && isTrail(text.charCodeAt(end))) end--
    parts.push(text.slice(start, end))
    start = end
  }
  return parts
}

const isLead = (unit: number) => unit >= 0xd800 && unit < 0xdc00
const isTrail = (unit: number) => unit >= 0xdc00 && unit < 0xe000
