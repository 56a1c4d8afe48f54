import { md5 } from '../wire/login-hash.ts'
import type { CmppVersion } from './pdu.ts'

const accountBytes = 6

/**
 * AuthenticatorSource of a login. `padded`: an account of fewer than six characters is hashed as the field is sent,
 * filled with zero bytes; `bare`: as some programs do it.
 */
export function authenticatorOf(account: string, secret: string, digits: string, form: 'padded' | 'bare' = 'padded'): Buffer {
  const missing = form === 'padded' ? Math.max(0, accountBytes - account.length) : 0
  return md5(account, Buffer.alloc(9 + missing), secret, digits)
}

/** AuthenticatorISMG of the answer: the status is hashed as it is sent. */
export function answerAuthenticatorOf(status: number, version: CmppVersion, authenticator: Buffer, secret: string): Buffer {
  const bytes = Buffer.alloc(version === '2.0' ? 1 : 4)
  bytes.writeUIntBE(status, 0, bytes.length)
  return md5(bytes, authenticator, secret)
}

/** What a login names as its version. */
export const versionBytes: Record<CmppVersion, number> = { '2.0': 0x20, '3.0': 0x30 }
/** The form that a client of a version speaks: 2.1 has that of 2.0. */
export const versionOf = (byte: number): CmppVersion => (byte >= 0x30 ? '3.0' : '2.0')
