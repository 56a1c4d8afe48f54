/** UTF-16 units in a message that stands alone, and in each part of a longer one (140 bytes, six of them for the header that joins them). */
const singlePartUnits = 70
const joinedPartUnits = 67

/** UTF-16BE bytes of a text (data_coding 8). */
export function encodeUcs2(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16()
}

/** Text of UTF-16BE bytes; a last odd byte is dropped. The bytes stay as they are. */
export function decodeUcs2(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Whether bytes are UTF-16BE: whole units and whole pairs, and not UTF-8 in disguise. In UTF-8 every other of a row of Chinese characters begins a unit, with
 * a byte of E4 to E9, which makes it one of private use; a text of UTF-16 with such a one is no UTF-8 as a whole.
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
 * Parts of a text for sending: the whole up to 70 units, else parts of at most 67. A surrogate pair is never split, so a part may have 66. The empty text is one
 * empty part.
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
