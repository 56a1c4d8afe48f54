import { createHash } from 'node:crypto'
import { localDigits } from '../text/carrier-time.ts'

/** MMDDHHMMSS in China, with its leading zero: what the login's hash is made of. */
export const loginDigits = (now: Date): string => localDigits(now).slice(4)

/** The digits of a login's timestamp, which is a number: January to September have lost their leading zero. */
export const digitsOfTimestamp = (timestamp: number): string => String(timestamp).padStart(10, '0')

export function md5(...pieces: (Buffer | string)[]): Buffer {
  const hash = createHash('md5')
  for (const piece of pieces) hash.update(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
  return hash.digest()
}
