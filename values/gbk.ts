/**
 * Length of texts in GBK, in whose bytes the tax bureau limits its fields: letters and digits one, Chinese characters
 * two.
 */

let wide: ReadonlySet<string> | undefined

/**
 * The two-byte characters, read once from the runtime's decoder: browsers and Node have the same table (WHATWG Encoding
 * §10).
 */
function wideCharacters(): ReadonlySet<string> {
  if (wide) return wide
  const found = new Set<string>()
  const decoder = new TextDecoder('gbk')
  const row = new Uint8Array(2)
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      row[0] = lead
      row[1] = trail
      const text = decoder.decode(row)
      const code = text.charCodeAt(0)
      // The private use area (U+E000–F8FF) and the replacement character can't be printed.
      if (text.length === 1 && code > 0x7f && code !== 0xfffd && (code < 0xe000 || code > 0xf8ff)) found.add(text)
    }
  wide = found
  return found
}

/** Bytes of a text in GBK; characters outside of it count as two. */
export function gbkBytes(text: string): number {
  let count = 0
  for (const character of text) count += character <= '\u007f' ? 1 : 2
  return count
}

/** The first character outside of GBK, or null. Control characters count as outside. */
export function outsideGbk(text: string): string | null {
  for (const character of text) {
    if (character >= ' ' && character <= '~') continue
    if (!wideCharacters().has(character)) return character
  }
  return null
}
