import { decrypt, type EncryptedTable, encrypt } from '#domain/platform/index.ts'

/** Encryption context: a password decrypts only for its own channel. */
const context = (channelId: string) => `channel:${channelId}`
const certificateContext = (channelId: string) => `channel certificate:${channelId}`

export const encryptedChannels: EncryptedTable = {
  table: 'channel',
  keys: ['channelId'],
  columns: { encryptedPassword: context, encryptedClientCertificate: certificateContext },
}

/** Encrypts the password of an upstream account for the database. */
export const encryptChannelPassword = (secret: string, channelId: string, password: string): Buffer =>
  encrypt(secret, context(channelId), password)

/** Decrypts it. Throws if it was encrypted with another secret or for another channel. */
export const openChannelPassword = (secret: string, channelId: string, encrypted: Buffer): string =>
  decrypt(secret, context(channelId), encrypted)

/** The same for the certificate and key that TLS shows the carrier; empty: none. */
export const encryptClientCertificate = (secret: string, channelId: string, pem: string): Buffer | null =>
  pem === '' ? null : encrypt(secret, certificateContext(channelId), pem)

export const openClientCertificate = (secret: string, channelId: string, encrypted: Buffer | null): string | null =>
  encrypted && decrypt(secret, certificateContext(channelId), encrypted)
