import { createCipheriv, createSign, createVerify, randomBytes } from 'node:crypto'

export const sign = (text: string, privateKey: string) => createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64')

export function isSigned(text: string, signature: string, publicKey: string): boolean {
  return createVerify('RSA-SHA256').update(text, 'utf8').verify(publicKey, signature, 'base64')
}

/** The text that Alipay signs: the non-empty fields, by name. */
export const alipayText = (fields: Readonly<Record<string, string>>, without: readonly string[]) =>
  Object.keys(fields)
    .filter(name => fields[name] !== '' && !without.includes(name))
    .sort()
    .map(name => `${name}=${fields[name]}`)
    .join('&')

export const wechatText = (...lines: (string | number)[]) => lines.map(line => `${line}\n`).join('')

/** Encrypts the content of a WeChat webhook for the merchant. */
export function encryptResource(content: unknown, apiKey: string, associated: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', apiKey, nonce).setAAD(Buffer.from(associated))
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: encrypted.toString('base64'), nonce, associated_data: associated }
}
