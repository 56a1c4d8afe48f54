import { domainToUnicode } from 'node:url'
import { sql } from 'kysely'
import type { DomainProblem, LinkDomainState } from '#contract/links/link-domain.ts'
import type { IcpRecord } from '#contract/links/link-icp.ts'
import { isWithin } from '#contract/links/link-target.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { recordAccountChange } from './stop.ts'

/** The CNAME target for own domains: the host of the platform's short links, if it is a public name, else null. */
export function cnameOf(shortLinkUrl: string): string | null {
  const { hostname } = new URL(shortLinkUrl)
  return hostname.includes('.') && !/^[\d.]+$|\.invalid$/.test(hostname) ? hostname : null
}

/** Refuses `link_domain_platform` for names of the platform, their parents and subdomains. */
export function requireForeign(domain: string, platformUrls: readonly (string | undefined)[]): void {
  const hosts = platformUrls.filter(url => url !== undefined).map(url => new URL(url).hostname)
  if (hosts.some(host => isWithin(host, domain) || isWithin(domain, host))) refuse('link_domain_platform', { domain })
}

/** Refuses `link_domain_barred` for domains blocked by staff, and their subdomains. */
async function requireAllowed(tx: Tx, domain: string): Promise<void> {
  const { rows } = await sql`
    select from domain_rule where kind = 'blocked' and domain = any(link_domains(array[${domain}::text])) limit 1`.execute(tx)
  if (rows.length > 0) refuse('link_domain_barred', { domain })
}

/** The account's own short domains by name. */
export async function listLinkDomains(executor: Executor, account: AccountId) {
  const { rows } = await sql<{ domain: string; count: number }>`
    select domain, count(*) as count from link where account_id = ${account} and deleted_at is null and domain <> '' group by domain`.execute(
    executor,
  )
  const counts = new Map(rows.map(row => [row.domain, row.count]))
  const domains = await executor.selectFrom('linkDomain').selectAll().where('accountId', '=', account).orderBy('domain').execute()
  return domains.map(row => ({
    ...pick(row, 'domain', 'siteName', 'icpNumber', 'state', 'checkedAt'),
    shown: domainToUnicode(row.domain) || row.domain,
    problem: problemOf(row.problem),
    isDisabledByCheck: row.state === 'disabled' && row.failureCount >= limits.domainFailures,
    linkCount: counts.get(row.domain) ?? 0,
  }))
}

export const problemOf = (text: string | null): DomainProblem | null => (text === null ? null : (JSON.parse(text) as DomainProblem))

/**
 * Adds an own short domain, unverified; an existing one of the account stays unchanged. Refuses `link_domain_taken` if
 * another account has it, unless unverified for a week; `link_domain_barred` and `too_many`.
 */
export async function addLinkDomain(
  tx: Tx,
  account: AccountId,
  { domain, now }: { domain: string; now: Date },
): Promise<{ domain: string }> {
  const own = await tx.selectFrom('linkDomain').select('domain').where('accountId', '=', account).execute()
  if (own.some(row => row.domain === domain)) return { domain }
  await requireAllowed(tx, domain)
  if (own.length >= limits.linkDomains) refuse('too_many', { limit: limits.linkDomains, noun: '短链域名' })
  const lapsed = new Date(now.getTime() - limits.domainPendingDays * 86_400_000)
  const { rows } = await sql`
    insert into link_domain (domain, account_id, state, created_at) values (${domain}, ${account}, 'pending', ${now})
    on conflict (domain) do update set account_id = ${account}, created_at = ${now}, checked_at = null, problem = null,
        site_name = '', icp_number = ''
      where link_domain.state = 'pending' and link_domain.verified_at is null and link_domain.created_at < ${lapsed}
    returning domain`.execute(tx)
  if (rows.length === 0) refuse('link_domain_taken', { domain })
  return { domain }
}

/** States how the website of a short or target domain is filed, or that it isn't stated. Refuses `not_found`. */
export async function saveIcpRecord(
  tx: Tx,
  account: AccountId,
  { kind, domain, icp }: { kind: 'own' | 'target'; domain: string; icp: IcpRecord | null },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable(kind === 'own' ? 'linkDomain' : 'targetDomain')
    .set({ siteName: icp?.siteName ?? '', icpNumber: icp?.icpNumber ?? '' })
    .where('accountId', '=', account)
    .where('domain', '=', domain)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('not_found')
}

/** Disables a domain and with it its links, without deleting anything. Refuses `not_found` and `state_forbids`. */
export async function disableLinkDomain(tx: Tx, account: AccountId, domain: string): Promise<void> {
  const { state } = await requireDomain(tx, account, domain)
  if (state === 'disabled') refuse('state_forbids', { state: '已停用', action: '停用' })
  await tx
    .updateTable('linkDomain')
    .set({ state: 'disabled', problem: null, failureCount: 0 })
    .where('accountId', '=', account)
    .where('domain', '=', domain)
    .execute()
  await recordAccountChange(tx, account)
}

/** Refuses `link_domain_in_use` if the domain has links, and `not_found`. */
export async function removeLinkDomain(tx: Tx, account: AccountId, domain: string): Promise<void> {
  await requireDomain(tx, account, domain)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from link where account_id = ${account} and domain = ${domain} and domain <> '' and deleted_at is null`.execute(
    tx,
  )
  const { count } = firstOrThrow(rows)
  if (count > 0) refuse('link_domain_in_use', { domain, count: count.toLocaleString('en-US') })
  await tx.deleteFrom('linkDomain').where('accountId', '=', account).where('domain', '=', domain).execute()
}

/** A domain of the account, its row locked. Refuses `not_found`. */
export async function requireDomain(tx: Tx, account: AccountId, domain: string) {
  const row = await tx
    .selectFrom('linkDomain')
    .selectAll()
    .where('accountId', '=', account)
    .where('domain', '=', domain)
    .forUpdate()
    .executeTakeFirst()
  return row ?? refuse('not_found')
}

/** Rate limit of checks by hand. Refuses `too_many_requests`. */
export function requirePause(checkedAt: Date | null, now: Date): void {
  const waitMs = checkedAt ? checkedAt.getTime() + limits.domainCheckSeconds * 1_000 - now.getTime() : 0
  if (waitMs > 0) refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1_000) })
}

/** Only answers of the domain's servers count; a timeout says nothing about the record. */
export const isDefinite = (problem: DomainProblem): boolean => problem.kind !== 'timeout'

/**
 * Records the result of a check. Success makes the domain usable; after a failure a verified domain stays usable until
 * the third day in a row (`isDaily`: a check by hand doesn't count). Returns the new state. Refuses `not_found` and
 * `link_domain_barred`.
 */
export async function recordDomainCheck(
  tx: Tx,
  account: AccountId,
  { domain, problem, now, isDaily }: { domain: string; problem: DomainProblem | null; now: Date; isDaily: boolean },
): Promise<LinkDomainState> {
  const row = await requireDomain(tx, account, domain)
  if (problem === null) await requireAllowed(tx, domain)
  const failureCount = problem === null ? 0 : row.failureCount + (isDaily && isDefinite(problem) ? 1 : 0)
  const isLost = row.state === 'verified' && failureCount >= limits.domainFailures
  const state = problem === null ? 'verified' : isLost ? 'disabled' : row.state
  await tx
    .updateTable('linkDomain')
    .set({
      state,
      problem: problem && JSON.stringify(problem),
      failureCount,
      checkedAt: now,
      ...(state === 'verified' && row.state !== 'verified' ? { verifiedAt: now } : {}),
    })
    .where('accountId', '=', account)
    .where('domain', '=', domain)
    .execute()
  if (state !== row.state) await recordAccountChange(tx, account)
  return state
}
