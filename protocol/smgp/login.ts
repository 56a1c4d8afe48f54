import { md5 } from '../wire/login-hash.ts'

const accountBytes = 8

/**
 * AuthenticatorClient of a login. `bare`: a ClientID of fewer than eight characters is hashed as it is; `padded`: with
 * the zero bytes of its field, as some programs do it.
 */
export function authenticatorOf(account: string, secret: string, digits: string, form: 'bare' | 'padded' = 'bare'): Buffer {
  const missing = form === 'padded' ? Math.max(0, accountBytes - account.length) : 0
  return md5(account, Buffer.alloc(7 + missing), secret, digits)
}

/** AuthenticatorServer of the answer. */
export function answerAuthenticatorOf(status: number, authenticator: Buffer, secret: string): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(status, 0)
  return md5(bytes, authenticator, secret)
}
