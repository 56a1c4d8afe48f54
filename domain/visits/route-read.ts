import { sql } from 'kysely'
import type { ReferrerPolicy } from '#contract/links/link-rule.ts'
import type { LinkState } from '#contract/links/link-state.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { codesMeant } from './own-code.ts'
import type { Route, RouteRule } from './route.ts'

/** A code and what it leads to. */
export interface FoundCode {
  domain: string
  code: string
  messageId: string | null
  route: Route
}

interface CodeRow {
  domain: string
  code: string
  messageId: string | null
  accountId: AccountId
  linkId: string
  state: LinkState
  target: string
  startsAt: Date | null
  endsAt: Date | null
  endedTarget: string | null
  passesQuery: boolean
  rules: RouteRule[]
  passwordHash: string | null
  visitLimit: number | null
  visitCount: number
  activeFromMinute: number | null
  activeUntilMinute: number | null
  referrerPolicy: ReferrerPolicy
}

// All links of an account count as blocked when staff stopped its links, and as switched off when it is frozen or
// closed.
const columns = sql`short_code.domain, short_code.code, short_code.message_id, link.account_id, link.link_id,
  case when account.state <> 'active' then 'disabled' when link_stop.account_id is not null then 'blocked' else link.state end as state, link.target, link.starts_at, link.ends_at, link.ended_target,
  link.passes_query, link.rules, link.password_hash, link.visit_limit, coalesce(link_visit_count.visit_count, 0)::bigint as visit_count,
  link.active_from_minute, link.active_until_minute, link.referrer_policy`
const tables = sql`short_code join link on link.account_id = short_code.account_id and link.link_id = short_code.link_id and link.deleted_at is null
    join account on account.account_id = link.account_id
    left join link_stop on link_stop.account_id = link.account_id
    left join link_visit_count on link_visit_count.account_id = link.account_id and link_visit_count.link_id = link.link_id`

const foundOf = (row: CodeRow): FoundCode => ({
  domain: row.domain,
  code: row.code,
  messageId: row.messageId,
  route: {
    accountId: row.accountId,
    linkId: row.linkId,
    state: row.state,
    target: row.target,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    endedTarget: row.endedTarget,
    passesQuery: row.passesQuery,
    rules: row.rules,
    passwordHash: row.passwordHash,
    visitLimit: row.visitLimit,
    visitCount: row.visitCount,
    activeFromMinute: row.activeFromMinute,
    activeUntilMinute: row.activeUntilMinute,
    referrerPolicy: row.referrerPolicy,
  },
})

/**
 * The link of a code, else of an own code in another case, in any state; null when there is none or it was deleted.
 * Runs in the platform's role.
 */
export async function findCode(executor: Executor, domain: string, code: string): Promise<FoundCode | null> {
  const { rows } = await sql<CodeRow>`
    -- across accounts: a code's account is what is looked for.
    select ${columns} from ${tables}
    where short_code.domain = ${domain} and ${codesMeant(code)} order by short_code.code = ${code} desc limit 1`.execute(executor)
  return rows[0] ? foundOf(rows[0]) : null
}

/** Codes of active links created after a moment, newest first. Runs in the platform's role. */
export async function newestCodes(executor: Executor, since: Date, most: number): Promise<FoundCode[]> {
  const { rows } = await sql<CodeRow>`
    -- across accounts: the redirector serves all of them.
    select ${columns} from ${tables}
    where short_code.created_at >= ${since} and link.state = 'active' and account.state = 'active' and link_stop.account_id is null order by short_code.created_at desc limit ${most}`.execute(
    executor,
  )
  return rows.map(foundOf)
}

/** A change of one link, or of all links of an account. */
export interface LinkChange {
  changeId: number
  accountId: AccountId
  linkId: string | null
}

/** Changes of links after a known one, without those in `seen`. Runs in the platform's role. */
export async function readChanges(executor: Executor, after: number, seen: readonly number[]): Promise<LinkChange[]> {
  const { rows } = await sql<LinkChange>`
    select change_id, account_id, link_id from link_change
    where change_id > ${after} and change_id <> all(${seen}::bigint[]) order by change_id`.execute(executor)
  return rows
}

/** Id of the newest change, 0 when there is none. Runs in the platform's role. */
export async function lastChange(executor: Executor): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(change_id), 0)::bigint as last from link_change`.execute(executor)
  return firstOrThrow(rows).last
}

/** An account's own domain, in lower case, with its owner's name if it is verified. */
export interface OwnDomain {
  domain: string
  accountId: AccountId
  merchant: string | null
}

/** Verified domains of accounts, on which links are answered. Runs in the platform's role. */
export async function verifiedDomains(executor: Executor): Promise<OwnDomain[]> {
  const { rows } = await sql<OwnDomain>`
    -- across accounts: the redirector serves all of them.
    select link_domain.domain, account.account_id,
      case when account.attested_as is distinct from 'person' then account.attested_name end as merchant
    from link_domain join account on account.account_id = link_domain.account_id where link_domain.state = 'verified'`.execute(executor)
  return rows
}
