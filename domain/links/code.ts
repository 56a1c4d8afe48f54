import { randomBytes } from 'node:crypto'

/** Base 62 without letters that look alike when copied by hand: 0 O o, 1 l I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz'

/** Characters of a link's code, and of a recipient's: long enough against enumeration. */
export const linkCodeLength = 7
export const recipientCodeLength = 8

/**
 * Random codes with uniformly distributed letters: bytes beyond the last multiple of the alphabet are discarded
 * (rejection sampling).
 */
export function randomCodes(count: number, length: number, bytes: (count: number) => Buffer = randomBytes): string[] {
  const limit = 256 - (256 % alphabet.length)
  const codes: string[] = []
  let code = ''
  while (codes.length < count) {
    for (const byte of bytes(Math.max(64, (count - codes.length) * length))) {
      if (byte >= limit) continue
      code += alphabet[byte % alphabet.length]
      if (code.length < length) continue
      codes.push(code)
      code = ''
      if (codes.length === count) break
    }
  }
  return codes
}
