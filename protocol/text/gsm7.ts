/** GSM 03.38 default alphabet, one character a septet; the escape septet is at 0x1B. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const escapeSeptet = 0x1b
const extension = new Map<number, string>([
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
])
const septets = new Map<string, number[]>()
for (const [index, character] of [...basic].entries()) if (index !== escapeSeptet) septets.set(character, [index])
for (const [septet, character] of extension) septets.set(character, [escapeSeptet, septet])

/** Encodes a text in the GSM alphabet, one septet a byte as in SMPP; null when a character isn't in it. */
export function encodeGsm7(text: string): Buffer | null {
  const bytes: number[] = []
  for (const character of text) {
    const found = septets.get(character)
    if (!found) return null
    bytes.push(...found)
  }
  return Buffer.from(bytes)
}

/**
 * Decodes septets, one a byte. The escape septet before an unknown septet yields the basic character (GSM 03.38
 * §6.2.1.1).
 */
export function decodeGsm7(bytes: Buffer): string {
  let text = ''
  for (let index = 0; index < bytes.length; index++) {
    let septet = bytes.readUInt8(index) & 0x7f
    if (septet === escapeSeptet) {
      if (++index === bytes.length) break
      septet = bytes.readUInt8(index) & 0x7f
      const extended = extension.get(septet)
      if (extended !== undefined) {
        text += extended
        continue
      }
    }
    text += septet === escapeSeptet ? ' ' : basic[septet]
  }
  return text
}
