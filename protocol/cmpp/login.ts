import { createHash } from 'node:crypto'
import { localDigits } from '../text/carrier-time.ts'
import type { CmppVersion } from './pdu.ts'

const accountBytes = 6

/** MMDDHHMMSS in China, with its leading zero: what the login's hash is made of. */
export const loginDigits = (now: Date): string => localDigits(now).slice(4)

/** The digits of a login's Timestamp, which is a number: January to September have lost their leading zero. */
export const digitsOfTimestamp = (timestamp: number): string => String(timestamp).padStart(10, '0')

/**
 * AuthenticatorSource of a login. `padded`: an account of fewer than six characters is hashed as the field is sent,
 * filled with zero bytes; `bare`: as some programs do it.
 */
export function authenticatorOf(account: string, secret: string, digits: string, form: 'padded' | 'bare' = 'padded'): Buffer {
  const name = Buffer.from(account, 'latin1')
  const padding = Buffer.alloc(9 + (form === 'padded' ? Math.max(0, accountBytes - name.length) : 0))
  return md5(name, padding, Buffer.from(secret, 'latin1'), Buffer.from(digits, 'latin1'))
}

/** AuthenticatorISMG of the answer: the status is hashed as it is sent. */
export function answerAuthenticatorOf(status: number, version: CmppVersion, authenticator: Buffer, secret: string): Buffer {
  const bytes = Buffer.alloc(version === '2.0' ? 1 : 4)
  bytes.writeUIntBE(status, 0, bytes.length)
  return md5(bytes, authenticator, Buffer.from(secret, 'latin1'))
}

function md5(...pieces: Buffer[]): Buffer {
  const hash = createHash('md5')
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}

/** What a login names as its version. */
export const versionBytes: Record<CmppVersion, number> = { '2.0': 0x20, '3.0': 0x30 }
/** The form that a client of a version speaks: 2.1 has that of 2.0. */
export const versionOf = (byte: number): CmppVersion => (byte >= 0x30 ? '3.0' : '2.0')
