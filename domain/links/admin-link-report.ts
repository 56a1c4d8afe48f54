import { sql } from 'kysely'
import type { ReportOutcome } from '#contract/links/admin-link-report.ts'
import type { LinkState } from '#contract/links/link-state.ts'
import { isWithin } from '#contract/links/link-target.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { ReportKind } from '#values/report-kind.ts'
import { addDomainRules } from './admin-domain-rule.ts'
import { blockLink } from './admin-link.ts'
import { hostFacts } from './host-facts.ts'

interface Report {
  kind: ReportKind
  words: string
  contact: string
  /** Truncated to the network, for privacy. */
  address: string
  outcome: ReportOutcome | null
  remark: string | null
  staffName: string | null
  at: Date
  handledAt: Date | null
}

interface ReportedRow {
  accountId: AccountId
  accountName: string
  linkId: string
  domain: string
  code: string
  title: string
  target: string
  host: string
  state: LinkState
  isFlagged: boolean
  reportCount: number
  addressCount: number
  lastAt: Date
  reports: Report[]
}

interface ReportFilter {
  isHandled: boolean
  /** The last time and link of the previous page. */
  cursor?: string | undefined
  pageSize: number
}

const shownReports = 20

/**
 * Reported links with the visitors' texts: open ones (flagged first, then the longest waiting) or handled ones, newest
 * first.
 */
export async function listReports(executor: Executor, { isHandled, cursor, pageSize }: ReportFilter) {
  const offset = Number(cursor ?? 0)
  const wanted = isHandled ? sql`report.outcome is not null` : sql`report.outcome is null`
  const { rows } = await sql<ReportedRow>`
    -- across accounts: visitors report the links of all of them
    select reported.*, ${shownAccountName} as "accountName", link.domain, link.code, link.title, link.target, link.hosts[1] as host, link.state,
      link.flagged_at is not null as "isFlagged",
      (select coalesce(json_agg(one), '[]') from (
        select report.kind, report.words, report.contact, host(network(set_masklen(report.address, case when family(report.address) = 4 then 24 else 48 end))) as address,
          report.outcome, report.remark, staff.name as "staffName", report.at, report.handled_at as "handledAt"
        from link_report as report left join staff on staff.staff_id = report.staff_id
        where report.account_id = reported."accountId" and report.link_id = reported."linkId" and ${wanted}
        order by report.at desc limit ${shownReports}) as one) as reports
    from (
      select account_id as "accountId", link_id as "linkId", count(*) as "reportCount", count(distinct address) as "addressCount", min(at) as "firstAt",
        max(coalesce(handled_at, at)) as "lastAt"
      from link_report as report where ${wanted} group by account_id, link_id
    ) as reported
    join link on link.account_id = reported."accountId" and link.link_id = reported."linkId"
    join account on account.account_id = reported."accountId"
    order by ${isHandled ? sql`reported."lastAt" desc` : sql`link.flagged_at is null, reported."firstAt"`}, reported."linkId"
    limit ${pageSize + 1} offset ${offset}`.execute(executor)
  return {
    rows: rows.slice(0, pageSize).map(row => ({ ...row, ...hostFacts(row.host), reports: row.reports.map(withMoments) })),
    nextCursor: rows.length > pageSize ? String(offset + pageSize) : null,
  }
}

const withMoments = (report: Report): Report => ({
  ...report,
  at: new Date(report.at),
  handledAt: report.handledAt ? new Date(report.handledAt) : null,
})

/** The number of links with open reports, and of those that several visitors reported. */
export async function reportQueue(executor: Executor): Promise<{ linkCount: number; flaggedCount: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ linkCount: number; flaggedCount: number; oldestAt: Date | null }>`
    -- across accounts: the platform's own queue
    select count(distinct report.link_id) as "linkCount", count(distinct report.link_id) filter (where link.flagged_at is not null) as "flaggedCount",
      min(report.at) as "oldestAt"
    from link_report as report join link on link.account_id = report.account_id and link.link_id = report.link_id
    where report.outcome is null`.execute(executor)
  return firstOrThrow(rows)
}

interface Handled {
  linkId: string
  outcome: ReportOutcome
  /** For blocking: the reason shown to the customer. */
  reason: string
  /** For `domain_blocked`. */
  domain?: string | undefined
  staffId: string
  now: Date
}

/**
 * Handles all open reports of a link with one action. Returns the number of reports and of blocked links. Refuses
 * `not_found` if none is open, `domain_outside` for a domain that the link doesn't lead into, and like blocking.
 */
export async function handleReports(
  tx: Tx,
  account: AccountId,
  { linkId, outcome, reason, domain, staffId, now }: Handled,
): Promise<{ domain: string; code: string; reportCount: number; linkCount: number }> {
  const { rows } = await sql<{ domain: string; code: string }>`
    update link_report set outcome = ${outcome}, remark = ${reason}, staff_id = ${staffId}, handled_at = ${now}
    where account_id = ${account} and link_id = ${linkId} and outcome is null returning domain, code`.execute(tx)
  const first = rows[0] ?? refuse('not_found')
  const link = await tx
    .updateTable('link')
    .set({ flaggedAt: null })
    .where('accountId', '=', account)
    .where('linkId', '=', linkId)
    .returning('hosts')
    .executeTakeFirstOrThrow()
  const done = { ...first, reportCount: rows.length }
  if (outcome === 'dismissed') return { ...done, linkCount: 0 }
  if (outcome === 'link_blocked') {
    await blockLink(tx, account, { linkId, reason, staffId, now })
    return { ...done, linkCount: 1 }
  }
  if (!domain || !link.hosts.some(host => isWithin(host, domain))) refuse('domain_outside')
  const { linkCount } = await addDomainRules(tx, { domains: [domain], kind: 'blocked', remark: reason, staffId, now })
  return { ...done, linkCount }
}
