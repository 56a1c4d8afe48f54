import { sql } from 'kysely'
import { parseTarget } from '#contract/links/link-target.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { lastOrThrow } from '#values/or-throw.ts'

/**
 * The verdict on a host. `blocked`: by staff. `short`: serves short links, so a link to it could loop. `trusted`: the
 * account's own or known to be good, needs no review. `unknown`: anything else.
 */
export type HostVerdict = 'blocked' | 'short' | 'trusted' | 'unknown'

export const hostRefusals = {
  blocked: '该域名已被平台封禁',
  short: '不能指向短链接，会造成循环跳转',
} as const satisfies Partial<Record<HostVerdict, string>>

/**
 * Target check: verdicts on hosts in URL parser form, in one statement. A block beats any trust. `shortLinkUrl` is the
 * start of the platform's short addresses.
 */
export async function checkTargets(
  executor: Executor,
  account: AccountId,
  hosts: readonly string[],
  shortLinkUrl: string,
): Promise<Map<string, HostVerdict>> {
  const asked = [...new Set(hosts)]
  if (asked.length === 0) return new Map()
  const ownShortHost = new URL(shortLinkUrl).hostname
  const { rows } = await sql<{ host: string; isBlocked: boolean; isShort: boolean; isTrusted: boolean }>`
    with asked as (
      select host, array(select array_to_string(labels[place:], '.') from generate_series(1, cardinality(labels)) as place) as domains
      from unnest(${asked}::text[]) as host, string_to_array(host, '.') as labels)
    select host,
      exists (select from domain_rule where kind = 'blocked' and domain = any(domains)) as "isBlocked",
      exists (select from link_domain where domain = host) as "isShort",
      exists (select from domain_rule where kind = 'trusted' and domain = any(domains))
        or exists (select from target_domain where account_id = ${account} and state = 'verified' and domain = any(domains)) as "isTrusted"
    from asked`.execute(executor)
  return new Map(
    rows.map(row => [
      row.host,
      row.isBlocked ? 'blocked' : row.isShort || row.host === ownShortHost ? 'short' : row.isTrusted ? 'trusted' : 'unknown',
    ]),
  )
}

/** All targets of a link: its own, the one after expiry, and those of its rules. */
export interface LinkTargets {
  target: string
  endedTarget?: string | null | undefined
  rules?: readonly { targets: readonly { target: string }[] }[] | undefined
}
export const targetsOf = ({ target, endedTarget, rules = [] }: LinkTargets): string[] => [
  target,
  ...(endedTarget ? [endedTarget] : []),
  ...rules.flatMap(rule => rule.targets.map(one => one.target)),
]

const hostOf = (target: string) => new URL(target).hostname

/**
 * Hosts of addresses embedded in a target: open redirects (`/link?url=https://…`) would let a link borrow the trust of
 * their domain. Decoded once or twice, with or without scheme, as such pages do.
 */
export function carriedHosts(target: string): string[] {
  // Fast path for nearly all targets: no double slash after the scheme, plain or encoded.
  if (!/[/\\]{2}|%(?:2f|5c|25)/i.test(target.slice('https://'.length))) return []
  const { hostname, pathname, search, hash } = new URL(target)
  const hosts = new Set<string>()
  const parts = [pathname, hash.slice(1), ...new URLSearchParams(search).values(), search.slice(1)]
  for (const part of parts.flatMap(readings))
    for (const [found] of part.matchAll(/(?:https?:)?[/\\]{2}[^\s/\\?#&"'<>]+/gi)) {
      const parsed = parseTarget(`https://${found.replace(/^(?:https?:)?[/\\]{2}/i, '')}`)
      if ('host' in parsed && parsed.host !== hostname) hosts.add(parsed.host)
    }
  return [...hosts]
}

function readings(text: string): string[] {
  const found = [text]
  for (let times = 0; times < 2; times += 1) {
    const next = decoded(lastOrThrow(found))
    if (next === null || next === found.at(-1)) break
    found.push(next)
  }
  return found
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    // A lone percent sign: no page decodes an address from it.
    if (error instanceof URIError) return null
    throw error
  }
}

/** All hosts that matter for the links, for one check. */
export const hostsOf = (links: readonly LinkTargets[]): string[] => [
  ...new Set(links.flatMap(targetsOf).flatMap(target => [hostOf(target), ...carriedHosts(target)])),
]

/** Whether a target needs no review, or which host it is refused for, by the verdicts. */
export function targetVerdict(target: string, verdicts: ReadonlyMap<string, HostVerdict>): HostVerdict {
  const found = [hostOf(target), ...carriedHosts(target)].map(host => verdicts.get(host) ?? 'unknown')
  return (['blocked', 'short', 'unknown'] as const).find(verdict => found.includes(verdict)) ?? 'trusted'
}

/** The initial state of a link by its targets. Refuses `target_refused` for blocked hosts and loops. */
export function stateByTargets(link: LinkTargets, verdicts: ReadonlyMap<string, HostVerdict>): 'active' | 'reviewing' {
  const found = targetsOf(link).map(target => ({ target, verdict: targetVerdict(target, verdicts) }))
  for (const { target, verdict } of found)
    if (verdict === 'blocked' || verdict === 'short') {
      const field = target === link.target ? 'target' : target === link.endedTarget ? 'endedTarget' : 'rules'
      refuse('target_refused', { reason: hostRefusals[verdict] }, { [field]: hostRefusals[verdict] })
    }
  return found.every(({ verdict }) => verdict === 'trusted') ? 'active' : 'reviewing'
}
