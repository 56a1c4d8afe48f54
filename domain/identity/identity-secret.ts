import { type AttestationForm, type SecretField, secretFieldNames } from '#contract/account/attestation-form.ts'
import { decrypt, type EncryptedTable, encrypt, hmac, keyFor } from '#domain/platform/index.ts'
import { type AccountId, accountIdOrThrow } from '#values/id.ts'
import { plainIdentity } from '#values/identity.ts'

export type IdentitySecrets = Record<SecretField, string>

const contextOf = (account: AccountId, attestationId: string) => `attestation/${account}/${attestationId}`

export const encryptedIdentities: EncryptedTable = {
  table: 'attestation',
  keys: ['accountId', 'attestationId'],
  columns: { encryptedSecrets: (account: string, attestationId: string) => contextOf(accountIdOrThrow(account), attestationId) },
}

/** Encrypts the ID numbers of a form; the encryption is bound to one submission of one account. */
export function encryptSecrets(secret: string, account: AccountId, attestationId: string, form: AttestationForm): Buffer {
  const secrets = Object.fromEntries(secretFieldNames.map(field => [field, form[field]]))
  return encrypt(secret, contextOf(account, attestationId), JSON.stringify(secrets))
}

/** The decrypted numbers. Throws if secret, account or submission differ. */
export function decryptSecrets(secret: string, account: AccountId, attestationId: string, encrypted: Buffer): IdentitySecrets {
  return JSON.parse(decrypt(secret, contextOf(account, attestationId), encrypted)) as IdentitySecrets
}

/**
 * Blind index of an ID number, by which accounts with the same identity are found: an HMAC with a key of its own, so
 * that numbers can't be guessed without the secret.
 */
export const identityHash = (secret: string, number: string): Buffer => hmac(keyFor(secret, 'identity'), plainIdentity(number))
