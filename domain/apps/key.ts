import { hash, randomInt } from 'node:crypto'
import type { AppKind, Scope } from '#contract/apps/app-labels.ts'
import { type AppSettings, appSettings } from '#contract/apps/app-setting.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { decrypt, encrypt } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** A customer's program, as a door knows it from its key. */
export interface AppCaller {
  account: AccountId
  appId: string
  /** What programs of the Tencent SDK call it by. */
  number: string
  kind: AppKind
  name: string
  /** Null: it came without one (SMPP). */
  accessKeyId: string | null
  scopes: ReadonlySet<Scope>
  settings: AppSettings
  isAppEnabled: boolean
  isKeyEnabled: boolean
  /** Until then it sends no codes. */
  codesBrakedUntil: Date | null
  defaultSignatureId: string | null
  /** The smaller of its own, its account's and the platform's limit. */
  requestsPerSecond: number
}

const context = (accessKeyId: string) => `access-key:${accessKeyId}`
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const random = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** What a secret is compared by where it is sent itself. */
export const secretHashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** The secret of a key, for signatures made with it; null for a key that is good as a bearer only. Throws when it was sealed with another master secret. */
export const openKeySecret = (master: string, accessKeyId: string, sealed: Buffer | null): string | null =>
  sealed && decrypt(master, context(accessKeyId), sealed)

/** Columns that keep a secret. */
export const keptSecret = (master: string, accessKeyId: string, secret: string): { secret_hash: Buffer; sealed_secret: Buffer } => ({
  secret_hash: secretHashOf(secret),
  sealed_secret: encrypt(master, context(accessKeyId), secret),
})

export interface NewKey {
  appId: string
  scopes: readonly Scope[]
  /** What it is for, in its owner's words. */
  note?: string
  /** The platform's master secret, which seals the key's. */
  master: string
  /** Who asked for it; null: the platform. */
  memberId: string | null
  now: Date
  /** For a demo whose key is the same at each start. */
  given?: { accessKeyId: string; secret: string }
}

/** A key for an app. Its secret is told this once. Refuses `not_found` for a deleted app and `too_many` when it has two live keys. */
export async function createKey(tx: Tx, account: AccountId, input: NewKey): Promise<{ accessKeyId: string; secret: string }> {
  const { appId, scopes, note = '', master, memberId, now, given } = input
  // The app's row is locked, so that two at once don't make a third live key.
  const app = await tx
    .selectFrom('app')
    .select('app_id')
    .where('account_id', '=', account)
    .where('app_id', '=', appId)
    .where('state', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!app) refuse('not_found')
  const keys = await tx
    .selectFrom('access_key')
    .select(['state', 'ends_at'])
    .where('account_id', '=', account)
    .where('app_id', '=', appId)
    .where('state', '<>', 'deleted')
    .execute()
  const live = keys.filter(key => isLive(key, now))
  if (live.length >= limits.liveKeys) refuse('too_many', { limit: limits.liveKeys, noun: '启用的密钥' })
  if (keys.length >= limits.keys) refuse('too_many', { limit: limits.keys, noun: '密钥' })
  const { accessKeyId, secret } = given ?? { accessKeyId: `HYAK${random(20)}`, secret: random(32) }
  await tx
    .insertInto('access_key')
    .values({
      access_key_id: accessKeyId,
      account_id: account,
      app_id: appId,
      ...keptSecret(master, accessKeyId, secret),
      scopes: [...scopes],
      note,
      member_id: memberId,
      created_at: now,
    })
    .execute()
  return { accessKeyId, secret }
}

/** Whether a key opens anything: one that was replaced ends by itself. */
export const isLive = (key: { state: string; ends_at: Date | null }, now: Date): boolean =>
  key.state === 'enabled' && (key.ends_at === null || key.ends_at > now)

/** Settings as a row keeps them, with what holds where nothing was set. */
export const settingsOf = (kept: unknown): AppSettings => appSettings.parse(kept)
