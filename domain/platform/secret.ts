import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** A key of 32 bytes for one purpose, derived from the platform's master secret (HKDF, RFC 5869). */
export const keyFor = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'hongyan', purpose, 32))

export const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Encrypts a text or bytes with AES-256-GCM: a 12-byte nonce, the 16-byte tag, the ciphertext. `context` is bound as
 * associated data: an encrypted value can't be moved elsewhere.
 */
export function encrypt(secret: string, context: string, content: string | Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, 'seal'), nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(typeof content === 'string' ? Buffer.from(content) : content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Decrypts a text. Throws when secret, context or bytes differ from those of encryption. */
export const decrypt = (secret: string, context: string, encrypted: Buffer): string =>
  decryptBytes(secret, context, encrypted).toString('utf8')

/** The same for what was encrypted as bytes. */
export function decryptBytes(secret: string, context: string, encrypted: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, 'seal'), encrypted.subarray(0, 12)).setAAD(Buffer.from(context))
  decipher.setAuthTag(encrypted.subarray(12, 28))
  return Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()])
}
