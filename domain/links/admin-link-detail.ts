import { sql } from 'kysely'
import type { LinkDecision } from '#contract/links/admin-link.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { visitFigures, visitSeries } from '#domain/visit-statistics/index.ts'
import { chinaDayStart } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import type { FoundLink } from './admin-link-list.ts'
import { hostFacts } from './host-facts.ts'
import { readLinkStop } from './stop.ts'

const visitDays = 30
const dayMs = 86_400_000
const shownDecisions = 20

/** A link with what staff need before they act. Refuses `not_found`. */
export async function readLinkForStaff(executor: Executor, account: AccountId, linkId: string, now: Date) {
  const { rows } = await sql<
    FoundLink & {
      hosts: string[]
      source: string
      startsAt: Date | null
      accountState: string
      attestedName: string | null
      openReportCount: number
      vouchedDomain: string | null
    }
  >`
    select link.account_id, account.name as "accountName", account.state as "accountState", account.attested_name,
      link.link_id, link.domain, link.code, link.title, link.target, link.state, link.reason, link.blocked_domain,
      link.flagged_at is not null as "isFlagged", link.starts_at, link.ends_at, link.created_at, link.hosts, link.source,
      (select count(*) from link_report as report
       where report.account_id = link.account_id and report.link_id = link.link_id and report.outcome is null) as "openReportCount",
      (select own.domain from target_domain as own
       where own.account_id = link.account_id and own.staff_id is not null and own.domain = any(link_domains(link.hosts[1:1])) limit 1) as "vouchedDomain"
    from link join account on account.account_id = link.account_id
    where link.account_id = ${account} and link.link_id = ${linkId} and link.deleted_at is null`.execute(executor)
  const link = rows[0] ?? refuse('not_found')
  const today = chinaDayStart(now).getTime()
  const range = { from: new Date(today - (visitDays - 1) * dayMs), until: new Date(today + dayMs) }
  const scope = { kind: 'link', linkId } as const
  return {
    ...link,
    hosts: link.hosts.map(host => ({ host, ...hostFacts(host) })),
    stop: await readLinkStop(executor, account),
    visits: await visitFigures(executor, account, scope, range),
    visitDays: await visitSeries(executor, account, scope, { range, step: 'day' }),
    decisions: await decisionsOn(executor, account, linkId, link.hosts),
  }
}

interface Step {
  decision: LinkDecision
  /** Whether it concerned only this link. */
  isOwn: boolean
  reason: string | null
  staffName: string | null
  at: Date
}

/** Decisions on a link, or on all links of one of its hosts. */
async function decisionsOn(executor: Executor, account: AccountId, linkId: string, hosts: readonly string[]): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select decided.decision, decided.link_id is not null as "isOwn", decided.reason, staff.name as "staffName", decided.at
    from link_decision as decided left join staff on staff.staff_id = decided.staff_id
    where decided.account_id = ${account} and (decided.link_id = ${linkId} or (decided.link_id is null and decided.host = any(${hosts}::text[])))
    order by decided.at desc, decided.decision_id desc limit ${shownDecisions}`.execute(executor)
  return rows
}
