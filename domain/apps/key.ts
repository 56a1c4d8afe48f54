import { hash, randomInt } from 'node:crypto'
import type { AppKind, Scope } from '#contract/apps/app-labels.ts'
import { type AppSettings, appSettings } from '#contract/apps/app-setting.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { decrypt, type EncryptedTable, encrypt } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** A customer's app as authenticated by its key. */
export interface AppCaller {
  account: AccountId
  appId: string
  /** The app's number in the Tencent SDK. */
  number: string
  kind: AppKind
  name: string
  /** Null: authenticated without a key (SMPP). */
  accessKeyId: string | null
  scopes: ReadonlySet<Scope>
  settings: AppSettings
  isAppEnabled: boolean
  isKeyEnabled: boolean
  /** OTP messages are paused until then. */
  otpPausedUntil: Date | null
  defaultSignatureId: string | null
  /** The smallest of the limits of the app, its account and the platform. */
  requestsPerSecond: number
}

const context = (accessKeyId: string) => `access-key:${accessKeyId}`
export const encryptedKeys: EncryptedTable = { table: 'accessKey', keys: ['accessKeyId'], columns: { encryptedSecret: context } }

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const random = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** The stored hash that a secret sent as a bearer token is compared with. */
export const secretHashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/**
 * The decrypted secret of a key, to verify signatures; null for a bearer-only key. Throws if it was encrypted with
 * another master secret.
 */
export const openKeySecret = (master: string, accessKeyId: string, encrypted: Buffer | null): string | null =>
  encrypted && decrypt(master, context(accessKeyId), encrypted)

/** The columns that store a secret: encrypted, and as a hash. */
export const keptSecret = (master: string, accessKeyId: string, secret: string): { secretHash: Buffer; encryptedSecret: Buffer } => ({
  secretHash: secretHashOf(secret),
  encryptedSecret: encrypt(master, context(accessKeyId), secret),
})

export interface NewKey {
  appId: string
  scopes: readonly Scope[]
  /** The owner's note on what the key is for. */
  note?: string
  /** The platform's master secret, which encrypts the key's secret. */
  master: string
  /** The member who created it; null: the platform. */
  memberId: string | null
  now: Date
  /** For a demo whose key is the same at each start. */
  given?: { accessKeyId: string; secret: string }
}

/**
 * Creates a key for an app and returns its secret, which is shown only once. Refuses `not_found` for a deleted app and
 * `too_many` if the app has two live keys.
 */
export async function createKey(tx: Tx, account: AccountId, input: NewKey): Promise<{ accessKeyId: string; secret: string }> {
  const { appId, scopes, note = '', master, memberId, now, given } = input
  // Locks the app's row, so that concurrent calls don't create a third live key.
  const app = await tx
    .selectFrom('app')
    .select('appId')
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('state', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!app) refuse('not_found')
  const keys = await tx
    .selectFrom('accessKey')
    .select(['state', 'endsAt'])
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('state', '<>', 'deleted')
    .execute()
  const live = keys.filter(key => isLive(key, now))
  if (live.length >= limits.liveKeys) refuse('too_many', { limit: limits.liveKeys, noun: '启用的密钥' })
  if (keys.length >= limits.keys) refuse('too_many', { limit: limits.keys, noun: '密钥' })
  const { accessKeyId, secret } = given ?? { accessKeyId: `HYAK${random(20)}`, secret: random(32) }
  await tx
    .insertInto('accessKey')
    .values({
      accessKeyId,
      accountId: account,
      appId,
      ...keptSecret(master, accessKeyId, secret),
      scopes: [...scopes],
      note,
      memberId,
      createdAt: now,
    })
    .execute()
  return { accessKeyId, secret }
}

/** Whether a key is valid: enabled and, if it was rotated, not yet expired. */
export const isLive = (key: { state: string; endsAt: Date | null }, now: Date): boolean =>
  key.state === 'enabled' && (key.endsAt === null || key.endsAt > now)

/** Stored settings, with defaults for what isn't set. */
export const settingsOf = (kept: unknown): AppSettings => appSettings.parse(kept)
