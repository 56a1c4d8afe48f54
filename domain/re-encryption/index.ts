/** Re-encryption of all encrypted columns and files after a rotation of the secret, in pieces. */
export { readUse, type SecretUse } from './use.ts'
export { reEncrypt, reEncryptAll } from './work.ts'
