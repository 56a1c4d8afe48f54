import type { BlockList } from 'node:net'
import { type Ingress, ingressNames, isEsme, type Scope, scopeNames } from '#contract/apps/app-labels.ts'
import type { AppSettings } from '#contract/apps/app-setting.ts'
import { refuse } from '#contract/refusals.ts'
import { addressList, isAmong } from '#domain/platform/index.ts'
import { TokenBucket } from '#values/limiter.ts'
import type { AppCaller } from './key.ts'

/** A request of a program, before its checks. */
export interface AccessAttempt {
  ingress: Ingress
  /** The scope it needs; null: none. */
  scope: Scope | null
  /** IP address of the client. */
  ip: string
  isHttps: boolean
  now: Date
}

/** The result for an admitted request. */
export interface Admission {
  /**
   * The app's requests per second, the remaining ones, and the seconds until all are available again: for the RateLimit
   * headers.
   */
  rate: { limit: number; remaining: number; resetSeconds: number }
  /** The IP allowlist is in watch mode and would have refused the request: for the request log. */
  isWatched: boolean
}

const maxBuckets = 100_000

/**
 * Access control of programs' requests, the same for every ingress (REST, vendor APIs, SMPP, CMPP): IP allowlist,
 * HTTPS, scopes and rate limit (token bucket). One per process, since it counts in memory: an app that calls several
 * processes at once has its rate at each.
 */
export class AccessGuard {
  readonly #buckets = new Map<string, TokenBucket>()

  /**
   * Admits a request with a verified key. Refuses `key_disabled`, `app_disabled`, `ingress_closed`, `https_required`,
   * `address_not_allowed`, `scope_missing`, and `rate_exceeded` with the seconds to wait.
   */
  admit(caller: AppCaller, { ingress, scope, ip, isHttps, now }: AccessAttempt): Admission {
    const { settings, name } = caller
    const id = caller.accessKeyId ?? ''
    if (!caller.isKeyEnabled) refuse('key_disabled', { id })
    if (!caller.isAppEnabled) refuse('app_disabled', { name })
    if (ingress !== 'rest' && !settings.ingresses[ingress]) refuse('ingress_closed', { name, ingress: ingressNames[ingress] })
    // SMPP has no HTTPS: the allowlist protects it.
    if (settings.isHttpsOnly && !isHttps && !isEsme(ingress)) refuse('https_required', { name })
    const isListed = settings.allowlist.mode === 'off' || isAddressListed(settings.allowlist, ip)
    if (!isListed && settings.allowlist.mode === 'on') refuse('address_not_allowed', { name, address: ip })
    if (scope && !caller.scopes.has(scope)) refuse('scope_missing', { id, scope: scopeNames[scope] })
    return { rate: this.#take(caller, now), isWatched: !isListed }
  }

  /** Consumes one of the app's requests per second. Refuses `rate_exceeded`. */
  #take({ appId, name, requestsPerSecond: limit }: AppCaller, now: Date): Admission['rate'] {
    const nowMs = now.getTime()
    let bucket = this.#buckets.get(appId)
    if (bucket) bucket.ratePerSecond = limit
    else {
      if (this.#buckets.size >= maxBuckets) this.#buckets.clear()
      bucket = new TokenBucket(limit, nowMs)
      this.#buckets.set(appId, bucket)
    }
    // A bucket of one second has a token, and is full, within a second.
    if (!bucket.tryTake(nowMs)) refuse('rate_exceeded', { name, limit, seconds: 1 })
    return { limit, remaining: bucket.available(nowMs), resetSeconds: 1 }
  }
}

/** The key cache returns the same list object for its lifetime, so compiled lists are cached by object. */
const compiled = new WeakMap<AppSettings['allowlist'], BlockList>()

/** Whether an address is in an allowlist of addresses and CIDR blocks. */
export function isAddressListed(allowlist: AppSettings['allowlist'], ip: string): boolean {
  let list = compiled.get(allowlist)
  if (!list) {
    list = addressList(allowlist.lines)
    compiled.set(allowlist, list)
  }
  return isAmong(list, ip)
}
