import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { toError } from '#values/error.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'

/**
 * The secrets of a platform's secret, which is one, or one a line after a rotation: the first encrypts, the others
 * still decrypt. The last is the root, from which the keys of hashes and signatures are derived: it never changes,
 * since what they were made of is not there to make them again.
 */
export const secretsOf = (secret: string): string[] => secret.split('\n').filter(line => line !== '')

const derive = (one: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', one, 'hongyan', purpose, 32))

/** A key of 32 bytes for hashes and signatures of one purpose, derived from the root secret (HKDF, RFC 5869). */
export const keyFor = (secret: string, purpose: string): Buffer => derive(lastOrThrow(secretsOf(secret)), purpose)

/** The same from the current secret, for what is signed for minutes only, or set again at each start. */
export const passingKeyFor = (secret: string, purpose: string): Buffer => derive(firstOrThrow(secretsOf(secret)), purpose)

interface EncryptionKey {
  /** Names the secret that the key is derived from, and reveals nothing of it. */
  keyId: string
  key: Buffer
}

/** Keys that encrypt for one purpose: the first is the current one. */
export const encryptionKeys = (secret: string, purpose: string): EncryptionKey[] =>
  secretsOf(secret).map(one => ({ keyId: derive(one, 'key id').toString('hex', 0, keyIdBytes), key: derive(one, purpose) }))

/** The id of the key that encrypts. */
export const currentKeyId = (secret: string): string => firstOrThrow(encryptionKeys(secret, sealing)).keyId

export const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const sealing = 'seal'
const keyIdBytes = 4
/** What is encrypted begins with it, except what was before there were key ids, which begins with a random nonce. */
const mark = Buffer.from('hy1:')
const headerBytes = mark.length + keyIdBytes

/**
 * Encrypts a text or bytes with AES-256-GCM: a mark, the key id, a 12-byte nonce, the 16-byte tag, the ciphertext.
 * `context` is bound as associated data: an encrypted value can't be moved elsewhere.
 */
export function encrypt(secret: string, context: string, content: string | Buffer): Buffer {
  const { keyId, key } = firstOrThrow(encryptionKeys(secret, sealing))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(typeof content === 'string' ? Buffer.from(content) : content), cipher.final()])
  return Buffer.concat([headerOf(keyId), nonce, cipher.getAuthTag(), body])
}

/** What a value that this key has encrypted begins with. */
export const headerOf = (keyId: string): Buffer => Buffer.concat([mark, Buffer.from(keyId, 'hex')])

/** The id of the key of an encrypted value; null: from before there were key ids. */
export const keyIdOf = (encrypted: Buffer): string | null =>
  encrypted.subarray(0, mark.length).equals(mark) ? encrypted.toString('hex', mark.length, headerBytes) : null

/** Decrypts a text. Throws when secret, context or bytes differ from those of encryption. */
export const decrypt = (secret: string, context: string, encrypted: Buffer): string =>
  decryptBytes(secret, context, encrypted).toString('utf8')

/** The same for what was encrypted as bytes. */
export function decryptBytes(secret: string, context: string, encrypted: Buffer): Buffer {
  const keyId = keyIdOf(encrypted)
  const keys = encryptionKeys(secret, sealing)
  const named = keys.find(one => one.keyId === keyId)
  if (named) return open(named.key, context, encrypted.subarray(headerBytes))
  // A random nonce that happens to begin like the mark is of no known key either.
  const failures: Error[] = []
  for (const { key } of keys)
    try {
      return open(key, context, encrypted)
    } catch (error) {
      failures.push(toError(error))
    }
  throw new AggregateError(
    failures,
    keyId === null ? 'no known key decrypts the value' : `the value is encrypted with the unknown key ${keyId}`,
  )
}

function open(key: Buffer, context: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}
