import { createHmac, randomBytes } from 'node:crypto'
import { decrypt, type EncryptedTable, encrypt } from '#domain/platform/index.ts'

/** An encrypted secret is bound to its webhook. */
const context = (webhookId: string) => `webhook:${webhookId}`

const ofRow = (_account: string, webhookId: string) => context(webhookId)
export const encryptedWebhooks: EncryptedTable = {
  table: 'appWebhook',
  keys: ['accountId', 'webhookId'],
  columns: { encryptedSecret: ofRow, encryptedPrevious: ofRow },
}

export const newWebhookSecret = (): string => `whsec_${randomBytes(24).toString('base64url')}`
export const encryptWebhookSecret = (secret: string, webhookId: string, text: string): Buffer => encrypt(secret, context(webhookId), text)
export const openWebhookSecret = (secret: string, webhookId: string, encrypted: Buffer): string =>
  decrypt(secret, context(webhookId), encrypted)

/**
 * Webhook signature, the value of X-Hongyan-Signature: the second of signing and an HMAC-SHA256 in hex over `t.body`
 * for each valid secret, newest first. Receivers compare in constant time and refuse a `t` older than some minutes.
 */
export function signatureOf(secrets: readonly string[], body: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1_000)
  const sign = (secret: string) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return [`t=${t}`, ...secrets.map(secret => `v1=${sign(secret)}`)].join(',')
}
