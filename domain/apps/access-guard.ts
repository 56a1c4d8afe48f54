import { BlockList, isIPv6 } from 'node:net'
import { type Door, doorNames, type Scope, scopeNames } from '#contract/apps/app-labels.ts'
import type { AppSettings } from '#contract/apps/app-setting.ts'
import { refuse } from '#contract/refusals.ts'
import type { AppCaller } from './key.ts'

/** A request before it is looked into. */
export interface AccessAttempt {
  door: Door
  /** What it wants to do; null: what needs no scope. */
  scope: Scope | null
  /** Address of the client. */
  ip: string
  isHttps: boolean
  now: Date
}

/** What a request that may pass is told. */
export interface Admission {
  /** Requests a second, how many are left of this second, and when all are there again: for the RateLimit headers. */
  rate: { limit: number; remaining: number; resetSeconds: number }
  /** The allowlist only watches, and would have refused it: for the request log. */
  isWatched: boolean
}

interface Bucket {
  left: number
  atMs: number
}
const maxBuckets = 100_000

/**
 * Where every request of a program passes, by whichever door: what the app's owner has set about keys and addresses holds here. One for a program, since it counts
 * requests: an app that calls several of our programs at once may be as fast at each.
 */
export class AccessGuard {
  readonly #buckets = new Map<string, Bucket>()

  /**
   * Lets a proven key pass. Refuses `key_disabled`, `app_disabled`, `door_closed`, `https_required`, `address_not_allowed`, `scope_missing`, and
   * `rate_exceeded` with the seconds to wait.
   */
  admit(caller: AppCaller, { door, scope, ip, isHttps, now }: AccessAttempt): Admission {
    const { settings, name } = caller
    const id = caller.accessKeyId ?? ''
    if (!caller.isKeyEnabled) refuse('key_disabled', { id })
    if (!caller.isAppEnabled) refuse('app_disabled', { name })
    if (door !== 'open' && !settings.doors[door]) refuse('door_closed', { name, door: doorNames[door] })
    // SMPP has no HTTPS: the allowlist guards it.
    if (settings.isHttpsOnly && !isHttps && door !== 'smpp') refuse('https_required', { name })
    const isListed = settings.allowlist.mode === 'off' || isAddressListed(settings.allowlist, ip)
    if (!isListed && settings.allowlist.mode === 'on') refuse('address_not_allowed', { name, address: ip })
    if (scope && !caller.scopes.has(scope)) refuse('scope_missing', { id, scope: scopeNames[scope] })
    return { rate: this.#take(caller, now), isWatched: !isListed }
  }

  /** Takes one from the app's second. Refuses `rate_exceeded`. */
  #take({ appId, name, requestsPerSecond: limit }: AppCaller, now: Date): Admission['rate'] {
    const atMs = now.getTime()
    const bucket = this.#buckets.get(appId)
    const left = bucket ? Math.min(limit, bucket.left + (Math.max(0, atMs - bucket.atMs) * limit) / 1000) : limit
    if (left < 1) refuse('rate_exceeded', { name, limit, seconds: Math.ceil((1 - left) / limit) })
    if (!bucket && this.#buckets.size >= maxBuckets) this.#buckets.clear()
    this.#buckets.set(appId, { left: left - 1, atMs })
    return { limit, remaining: Math.floor(left - 1), resetSeconds: Math.ceil((limit - left + 1) / limit) }
  }
}

/** Lists are the same object while a key is believed. */
const compiled = new WeakMap<AppSettings['allowlist'], BlockList>()

/** Whether an address is in an allowlist of addresses and CIDR blocks. An IPv4 address inside an IPv6 one counts as itself. */
export function isAddressListed(allowlist: AppSettings['allowlist'], ip: string): boolean {
  let list = compiled.get(allowlist)
  if (!list) {
    list = blockListOf(allowlist.lines)
    compiled.set(allowlist, list)
  }
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function blockListOf(lines: readonly string[]): BlockList {
  const list = new BlockList()
  for (const line of lines) {
    const [address = '', bits] = line.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
