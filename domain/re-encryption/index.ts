/** Re-encryption of all encrypted columns, files and the archive after a rotation of the secret, in pieces. */
export { readUse, type SecretUse } from './use.ts'
export { type Encrypted, reEncrypt, reEncryptAll } from './work.ts'
