import { sql } from 'kysely'
import type { DomainRuleKind } from '#contract/links/admin-domain.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { pageOf } from '#values/page.ts'
import { approveTrusted, type Changed, recordDecision } from './admin-link-decision.ts'
import { hostFacts } from './host-facts.ts'
import { linksWithin } from './within.ts'

interface RuleFilter {
  search?: string | undefined
  kind?: DomainRuleKind | undefined
  /** A domain: the page starts after it. */
  cursor?: string | undefined
  pageSize: number
}

/** Domain rules of the platform, by name, with the number of links that each blocks. `search`: part of the name. */
export async function listDomainRules(executor: Executor, { search, kind, cursor, pageSize }: RuleFilter) {
  const wanted = [
    sql`true`,
    ...(search ? [sql`position(${search} in rule.domain) > 0`] : []),
    ...(kind ? [sql`rule.kind = ${kind}`] : []),
    ...(cursor ? [sql`rule.domain > ${cursor}`] : []),
  ]
  const { rows } = await sql<{ domain: string; kind: DomainRuleKind; remark: string; staffName: string | null; createdAt: Date }>`
    select rule.domain, rule.kind, rule.remark, staff.name as "staffName", rule.created_at
    from domain_rule as rule left join staff on staff.staff_id = rule.staff_id
    where ${sql.join(wanted, sql` and `)} order by rule.domain limit ${pageSize + 1}`.execute(executor)
  const page = pageOf(rows, pageSize, row => row.domain)
  const { rows: blocked } = await sql<{ domain: string; linkCount: number }>`
    -- across accounts: a rule holds for the links of all of them
    select blocked_domain as domain, count(*) as "linkCount" from link
    where blocked_domain = any(${page.rows.map(row => row.domain)}::text[]) group by blocked_domain`.execute(executor)
  const counts = new Map(blocked.map(row => [row.domain, row.linkCount]))
  return {
    ...page,
    rows: page.rows.map(row => ({ ...row, shown: hostFacts(row.domain).shown, blockedLinkCount: counts.get(row.domain) ?? 0 })),
  }
}

/** The effect of a rule. */
export interface RuleEffect {
  domain: string
  /** The existing rule. */
  kind: DomainRuleKind | null
  linkCount: number
  accountCount: number
}

/**
 * Previews how many links a rule for each of the domains would change: blocking stops links, trusting approves waiting
 * ones.
 */
export async function previewRules(executor: Executor, domains: readonly string[], kind: DomainRuleKind): Promise<RuleEffect[]> {
  const { rows } = await sql<RuleEffect>`
    -- across accounts: a rule holds for the links of all of them
    select given.domain, rule.kind, count(hit.link_id) as "linkCount", count(distinct hit.account_id) as "accountCount"
    from unnest(${domains}::text[]) with ordinality as given (domain, place)
    left join domain_rule as rule on rule.domain = given.domain
    left join (${linksWithin(domains, kind === 'blocked' ? isBlockable : isWaiting)}) as hit on hit.domain = given.domain
    group by given.domain, given.place, rule.kind order by given.place`.execute(executor)
  return rows
}

const isBlockable = sql`link.state in ('reviewing', 'active', 'disabled') and link.deleted_at is null`
const isWaiting = sql`link.state = 'reviewing' and link.deleted_at is null`

interface NewRules {
  domains: readonly string[]
  kind: DomainRuleKind
  remark: string
  staffId: string
  now: Date
}

/**
 * Blocklist and allowlist of target domains: adds rules and applies them at once. Links into blocked domains stop,
 * waiting links into trusted ones are approved. A trusted domain may become blocked, but a blocked one must be removed
 * from the list before it can be trusted. Returns the number of new rules and changed links.
 */
export async function addDomainRules(
  tx: Tx,
  { domains, kind, remark, staffId, now }: NewRules,
): Promise<{ ruleCount: number; linkCount: number }> {
  const { rows } = await sql<{ domain: string }>`
    insert into domain_rule (domain, kind, remark, staff_id, created_at)
    select domain, ${kind}, ${remark}, ${staffId}::uuid, ${now} from unnest(${domains}::text[]) as given (domain)
    on conflict (domain) do update set kind = excluded.kind, remark = excluded.remark, staff_id = excluded.staff_id, created_at = excluded.created_at
      where domain_rule.kind <> excluded.kind and excluded.kind = 'blocked'
    returning domain`.execute(tx)
  const added = rows.map(row => row.domain)
  const act = { staffId, now }
  const linkCount = kind === 'blocked' ? await blockWithin(tx, added, act) : await trust(tx, act)
  return { ruleCount: added.length, linkCount }
}

async function trust(tx: Tx, act: { staffId: string; now: Date }): Promise<number> {
  const changed = await approveTrusted(tx, sql`true`)
  return changed.length === 0 ? 0 : recordDecision(tx, changed, { decision: 'domain_trusted', reason: null, ...act })
}

/**
 * Blocks every link into the domains, and disables accounts' own short domains there. Returns the number of blocked
 * links. `staffId` null: found by the watch job.
 */
export async function blockWithin(tx: Tx, domains: readonly string[], act: { staffId: string | null; now: Date }): Promise<number> {
  const { rows } = await sql<Changed>`
    -- across accounts: a block applies to all
    with hit as (
      select distinct on (account_id, link_id) account_id, link_id, domain from (${linksWithin(domains, isBlockable)}) as within
      order by account_id, link_id, length(domain)
    ), blocked as (
      update link set state = 'blocked', state_before = link.state, blocked_domain = hit.domain, reason = '目标域名 ' || hit.domain || ' 已被平台封禁'
      from hit where link.account_id = hit.account_id and link.link_id = hit.link_id and ${isBlockable}
      returning link.account_id, link.link_id, link.hosts[1] as host
    ), feed as (insert into link_change (account_id, link_id) select account_id, link_id from blocked)
    select account_id, host, count(*) as link_count from blocked group by account_id, host`.execute(tx)
  await sql`
    with disabled as (
      update link_domain set state = 'disabled', problem = null, failure_count = 0
      where state <> 'disabled' and exists (select from unnest(${domains}::text[]) as given (domain)
        where link_domain.domain = given.domain or right(link_domain.domain, length(given.domain) + 1) = '.' || given.domain)
      returning account_id
    )
    insert into link_change (account_id) select distinct account_id from disabled`.execute(tx)
  return rows.length === 0 ? 0 : recordDecision(tx, rows, { decision: 'domain_blocked', reason: null, ...act })
}

/**
 * Deletes a rule. Links that it blocked return to their previous state, unless another rule blocks them; those blocked
 * by hand stay. Refuses `not_found`.
 */
export async function removeDomainRule(
  tx: Tx,
  { domain, staffId, now }: { domain: string; staffId: string; now: Date },
): Promise<{ kind: DomainRuleKind; remark: string; linkCount: number }> {
  const { rows } = await sql<{
    kind: DomainRuleKind
    remark: string
  }>`delete from domain_rule where domain = ${domain} returning kind, remark`.execute(tx)
  if (!rows[0]) refuse('not_found')
  await sql`
    -- across accounts: another rule may still block the same links
    update link set blocked_domain = other.domain, reason = '目标域名 ' || other.domain || ' 已被平台封禁'
    from domain_rule as other
    where link.blocked_domain = ${domain} and other.kind = 'blocked' and other.domain = any(link_domains(link.hosts))`.execute(tx)
  const { rows: restored } = await sql<Changed>`
    -- across accounts: deleting a rule unblocks links of all
    with restored as (
      update link set state = state_before, state_before = null, blocked_domain = null, reason = null where blocked_domain = ${domain}
      returning account_id, link_id, hosts[1] as host
    ), feed as (insert into link_change (account_id, link_id) select account_id, link_id from restored)
    select account_id, host, count(*) as link_count from restored group by account_id, host`.execute(tx)
  const linkCount =
    restored.length === 0 ? 0 : await recordDecision(tx, restored, { decision: 'domain_unblocked', reason: null, staffId, now })
  return { ...rows[0], linkCount }
}

/** Changes a rule's remark. Returns the old one. Refuses `not_found`. */
export async function remarkDomainRule(tx: Tx, { domain, remark }: { domain: string; remark: string }): Promise<{ before: string }> {
  const row = await tx.selectFrom('domainRule').select('remark as before').where('domain', '=', domain).forUpdate().executeTakeFirst()
  if (!row) refuse('not_found')
  await tx.updateTable('domainRule').set({ remark }).where('domain', '=', domain).execute()
  return row
}
