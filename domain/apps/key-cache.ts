import { scopes as everyScope } from '#contract/apps/app-labels.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { accountSettings } from '#domain/settings/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { type AppCaller, isLive, openKeySecret, settingsOf } from './key.ts'

/** A key with the means to verify requests made with it. */
export interface KnownKey {
  caller: AppCaller
  /** Null: usable as a bearer token only. */
  secret: string | null
  /** SHA-256 of the secret. */
  secretHash: Buffer
}

interface Use {
  account: AccountId
  address: string
  at: Date
}

const maxRemembered = 10_000
const useEveryMs = 5_000

/**
 * Key cache: keys and apps, read by every ingress at every request. Entries live half a second, so that changes in the
 * console take effect at every ingress within a second. Keys of deleted apps are unknown; disabled keys are returned,
 * for the access guard to refuse.
 */
export class KeyCache {
  readonly #db: Db
  readonly #master: string
  readonly #now: () => Date
  readonly #known = new Map<string, { found: Promise<KnownKey | null>; untilMs: number }>()
  readonly #uses = new Map<string, Use>()
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()
  readonly #onError: (error: unknown) => void

  constructor(db: Db, secret: string, now: () => Date, onError: (error: unknown) => void = () => undefined) {
    this.#db = db
    this.#master = secret
    this.#now = now
    this.#onError = onError
  }

  /** The key of an id, or null. A database failure is thrown to the caller and not cached. */
  find(accessKeyId: string): Promise<KnownKey | null> {
    if (!/^[\w-]{1,64}$/.test(accessKeyId)) return Promise.resolve(null)
    const nowMs = this.#now().getTime()
    const known = this.#known.get(accessKeyId)
    if (known && known.untilMs > nowMs) return known.found
    if (this.#known.size >= maxRemembered) this.#known.clear()
    const found = this.#read(accessKeyId)
    this.#known.set(accessKeyId, { found, untilMs: nowMs + limits.keyCacheTtlMs })
    const forget = () => this.#known.get(accessKeyId)?.found === found && this.#known.delete(accessKeyId)
    found.then(key => key ?? forget(), forget)
    return found
  }

  async #read(accessKeyId: string): Promise<KnownKey | null> {
    const key = await this.#db
      .selectFrom('accessKey')
      .select(['accountId', 'appId', 'secretHash', 'encryptedSecret', 'scopes', 'state', 'endsAt'])
      .where('accessKeyId', '=', accessKeyId)
      .where('state', '<>', 'deleted')
      .executeTakeFirst()
    if (!key) return null
    const app = await this.app(key.accountId, key.appId)
    if (!app) return null
    const isKeyEnabled = isLive(key, this.#now())
    return {
      caller: { ...app, accessKeyId, scopes: new Set(key.scopes), isKeyEnabled },
      secret: openKeySecret(this.#master, accessKeyId, key.encryptedSecret),
      secretHash: key.secretHash,
    }
  }

  /** The current state of an app that authenticates without a key (SMPP); has every scope. Null if deleted. */
  app(account: AccountId, appId: string): Promise<AppCaller | null> {
    return asAccount(this.#db, account, async tx => {
      const app = await tx
        .selectFrom('app')
        .select(['name', 'kind', 'number', 'settings', 'state', 'otpPausedUntil', 'defaultSignatureId'])
        .where('accountId', '=', account)
        .where('appId', '=', appId)
        .where('state', '<>', 'deleted')
        .executeTakeFirst()
      if (!app) return null
      const settings = settingsOf(app.settings)
      const { requestsPerSecond } = await accountSettings(tx, account)
      return {
        account,
        appId,
        number: app.number,
        kind: app.kind,
        name: app.name,
        accessKeyId: null,
        scopes: new Set(everyScope),
        settings,
        isAppEnabled: app.state === 'enabled',
        isKeyEnabled: true,
        otpPausedUntil: app.otpPausedUntil,
        defaultSignatureId: app.defaultSignatureId,
        requestsPerSecond: Math.min(requestsPerSecond, settings.requestsPerSecond ?? requestsPerSecond),
      }
    })
  }

  /**
   * Records that a key was used from this address; written to the database a few seconds later, off the request path.
   */
  recordUse(caller: AppCaller, address: string): void {
    if (caller.accessKeyId === null) return
    this.#uses.set(caller.accessKeyId, { account: caller.account, address, at: this.#now() })
    this.#timer ??= setTimeout(() => void this.flush(), useEveryMs).unref()
  }

  /** Writes the recorded uses; call it when the program ends. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    // Chained behind the write in progress, so that callers wait for both.
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const uses = [...this.#uses]
    this.#uses.clear()
    for (const [accessKeyId, { account, address, at }] of uses)
      await this.#db
        .updateTable('accessKey')
        .set({ lastUsedAt: at, lastUsedIp: address })
        .where('accountId', '=', account)
        .where('accessKeyId', '=', accessKeyId)
        .execute()
        .catch(this.#onError)
  }
}
