import { sql } from 'kysely'
import type { LinkDecision } from '#contract/links/admin-link.ts'
import type { Executor } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { type HostFacts, hostFacts } from './host-facts.ts'

export interface WaitingHost extends HostFacts {
  host: string
  linkCount: number
  accountCount: number
  /** The account, if it is only one. */
  accountName: string | null
  oldestAt: Date
  /** The last submission counted. */
  seenAt: Date
  /** Whether several visitors reported one of the links. */
  isFlagged: boolean
}

/**
 * Review queue: hosts of waiting links over all accounts; those with reported links first, then the longest waiting.
 */
export async function waitingHosts(executor: Executor): Promise<WaitingHost[]> {
  const { rows } = await sql<Omit<WaitingHost, keyof HostFacts>>`
    -- across accounts: staff review the links of all of them
    select waiting.host, "linkCount", "accountCount", "oldestAt", "seenAt", "isFlagged", case when "accountCount" = 1 then ${shownAccountName} end as "accountName"
    from (
      select hosts[1] as host, count(*) as "linkCount", count(distinct account_id) as "accountCount", (array_agg(account_id))[1] as account_id,
        min(changed_at) as "oldestAt", date_trunc('milliseconds', max(changed_at)) as "seenAt", bool_or(flagged_at is not null) as "isFlagged"
      from link where state = 'reviewing' and deleted_at is null group by hosts[1]
    ) as waiting
    join account on account.account_id = waiting.account_id
    order by "isFlagged" desc, "oldestAt", host limit ${limits.reviewQueueRows}`.execute(executor)
  return rows.map(row => ({ ...row, ...hostFacts(row.host) }))
}

export interface LinkQueue {
  hostCount: number
  linkCount: number
  oldestAt: Date | null
}

/** The number of waiting links, and since when the oldest waits. */
export async function linkQueue(executor: Executor): Promise<LinkQueue> {
  const { rows } = await sql<LinkQueue>`
    -- across accounts: the platform's own queue
    select count(distinct hosts[1]) as "hostCount", count(*) as "linkCount", min(changed_at) as "oldestAt"
    from link where state = 'reviewing' and deleted_at is null`.execute(executor)
  return firstOrThrow(rows)
}

const shownAccounts = 20
const shownLinks = 50
const shownDecisions = 20

/** Waiting links of a host, of one account or all, and who else uses the host. */
export async function readWaitingHost(executor: Executor, host: string, account: AccountId | null) {
  const accounts = await waitingAccounts(executor, host)
  const links = await waitingLinks(executor, host, account)
  const { rows: uses } = await sql<{ activeLinkCount: number; blockedLinkCount: number; rejectedLinkCount: number }>`
    -- across accounts: who else uses a host helps to judge it
    select count(*) filter (where state = 'active') as "activeLinkCount", count(*) filter (where state = 'blocked') as "blockedLinkCount",
      count(*) filter (where state = 'rejected') as "rejectedLinkCount"
    from link where ((reverse(hosts[1]) || '.') collate "C") = reverse(${host}) || '.' and deleted_at is null`.execute(executor)
  return {
    host,
    ...hostFacts(host),
    accounts,
    links,
    /** The last submission shown, so that later ones aren't decided unseen. Null: nothing waits. */
    seenAt: accounts.reduce<Date | null>((last, one) => (last && last > one.lastAt ? last : one.lastAt), null),
    ...firstOrThrow(uses),
    decisions: await decisionsAbout(executor, host),
  }
}

interface WaitingAccount {
  accountId: AccountId
  accountName: string
  attestedName: string | null
  linkCount: number
  /** Active links of the account, to any host. */
  activeLinkCount: number
  lastAt: Date
}

async function waitingAccounts(executor: Executor, host: string): Promise<WaitingAccount[]> {
  const { rows } = await sql<Omit<WaitingAccount, 'activeLinkCount'>>`
    -- across accounts: links that wait for the decision about a host
    select waiting.account_id, account.name as "accountName", account.attested_name, "linkCount", "lastAt"
    from (
      select account_id, count(*) as "linkCount", date_trunc('milliseconds', max(changed_at)) as "lastAt" from link
      where state = 'reviewing' and deleted_at is null and hosts[1] = ${host} group by account_id order by count(*) desc limit ${shownAccounts}
    ) as waiting
    join account on account.account_id = waiting.account_id order by "linkCount" desc, account.name`.execute(executor)
  const { rows: active } = await sql<{ accountId: AccountId; count: number }>`
    -- across accounts: those whose links wait
    select account_id, count(*) as count from link
    where account_id = any(${rows.map(row => row.accountId)}::uuid[]) and state = 'active' and deleted_at is null
    group by account_id`.execute(executor)
  const counts = new Map(active.map(row => [row.accountId, row.count]))
  return rows.map(row => ({ ...row, activeLinkCount: counts.get(row.accountId) ?? 0 }))
}

interface WaitingLink {
  linkId: string
  accountId: AccountId
  accountName: string
  domain: string
  code: string
  target: string
  title: string
  /** Other hosts that it may lead to. */
  otherHosts: string[]
  isFlagged: boolean
  waitingSince: Date
}

async function waitingLinks(executor: Executor, host: string, account: AccountId | null): Promise<WaitingLink[]> {
  const { rows } = await sql<WaitingLink>`
    -- across accounts: the links of a host are decided together
    select link.link_id, link.account_id, ${shownAccountName} as "accountName", link.domain, link.code, link.target, link.title,
      link.hosts[2:] as "otherHosts", link.flagged_at is not null as "isFlagged", link.changed_at as "waitingSince"
    from link join account on account.account_id = link.account_id
    where link.state = 'reviewing' and link.deleted_at is null and link.hosts[1] = ${host} ${account ? sql`and link.account_id = ${account}` : sql``}
    order by link.flagged_at desc nulls last, link.changed_at, link.link_id limit ${shownLinks}`.execute(executor)
  return rows
}

export interface HostDecision {
  decision: LinkDecision
  accountId: AccountId
  accountName: string
  reason: string | null
  linkCount: number
  staffName: string | null
  at: Date
}

/** Earlier decisions about a host, the newest first. */
async function decisionsAbout(executor: Executor, host: string): Promise<HostDecision[]> {
  const { rows } = await sql<HostDecision>`
    -- across accounts: decisions for other accounts help to judge a host
    select decided.decision, decided.account_id, ${shownAccountName} as "accountName", decided.reason, decided.link_count as "linkCount",
      staff.name as "staffName", decided.at
    from link_decision as decided join account on account.account_id = decided.account_id left join staff on staff.staff_id = decided.staff_id
    where decided.host = ${host} order by decided.at desc, decided.decision_id desc limit ${shownDecisions}`.execute(executor)
  return rows
}
