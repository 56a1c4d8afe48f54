import { type AttestationForm, type SecretField, secretFieldNames } from '#contract/account/attestation-form.ts'
import { decrypt, encrypt, hmac, keyFor } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { plainIdentity } from '#values/identity.ts'

export type IdentitySecrets = Record<SecretField, string>

const contextOf = (account: AccountId, attestationId: string) => `attestation/${account}/${attestationId}`

/** The numbers of people in a form, sealed for one submission of one account: moved elsewhere they don't open. */
export function encryptSecrets(secret: string, account: AccountId, attestationId: string, form: AttestationForm): Buffer {
  const secrets = Object.fromEntries(secretFieldNames.map(field => [field, form[field]]))
  return encrypt(secret, contextOf(account, attestationId), JSON.stringify(secrets))
}

/** The numbers as they were typed. Throws when secret, account or submission are others. */
export function decryptSecrets(secret: string, account: AccountId, attestationId: string, sealed: Buffer): IdentitySecrets {
  return JSON.parse(decrypt(secret, contextOf(account, attestationId), sealed)) as IdentitySecrets
}

/** By what accounts with the same identity find each other: an HMAC under a key of its own, from which no number can be guessed without the secret. */
export const identityHash = (secret: string, number: string): Buffer => hmac(keyFor(secret, 'identity'), plainIdentity(number))
