import { type RawBuilder, sql } from 'kysely'
import type { LinkState } from '#contract/links/link-state.ts'
import { parseTarget } from '#contract/links/link-target.ts'
import type { Executor } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { linksWithin } from './within.ts'

export interface LinkFilter {
  /** A short address, a code, a target or a domain. */
  search?: string | undefined
  account?: AccountId | undefined
  state?: LinkState | undefined
  isFlagged?: boolean | undefined
  /** A link's id: the page starts after it. */
  cursor?: string | undefined
  pageSize: number
  /** The start of the platform's short addresses. */
  base: string
}

export interface FoundLink {
  accountId: AccountId
  accountName: string
  linkId: string
  domain: string
  code: string
  title: string
  target: string
  state: LinkState
  reason: string | null
  blockedDomain: string | null
  isFlagged: boolean
  endsAt: Date | null
  createdAt: Date
}

/** Links of all accounts, the newest first. */
export async function findLinks(executor: Executor, filter: LinkFilter) {
  const { account, state, isFlagged, cursor, pageSize } = filter
  const wanted = [
    ...(filter.search ? [searched(filter.search, filter.base)] : []),
    ...(account ? [sql`link.account_id = ${account}`] : []),
    ...(state ? [sql`link.state = ${state}`] : []),
    ...(isFlagged ? [sql`link.flagged_at is not null`] : []),
    ...(cursor ? [sql`link.link_id < ${cursor}`] : []),
    sql`link.deleted_at is null`,
  ]
  const { rows } = await sql<FoundLink>`
    -- across accounts: staff search links of all
    select link.account_id, ${shownAccountName} as "accountName", link.link_id, link.domain, link.code, link.title, link.target,
      link.state, link.reason, link.blocked_domain, link.flagged_at is not null as "isFlagged", link.ends_at, link.created_at
    from link join account on account.account_id = link.account_id
    where ${sql.join(wanted, sql` and `)} order by link.link_id desc limit ${pageSize + 1}`.execute(executor)
  return pageOf(rows, pageSize, row => row.linkId)
}

/** Interprets a search: the code of a short address, everything into a domain, or one target. */
function searched(search: string, base: string) {
  const rest = search.replace(/^https?:\/\//i, '')
  const code = lastOrThrow(rest.replace(/[?#].*$/, '').split('/'))
  if (!rest.includes('.') || rest.startsWith(`${new URL(base).host}/`)) return isOneOf(byCode(code))
  const parsed = parseTarget(search.includes('://') ? search : `https://${search}`)
  if ('problem' in parsed) return isOneOf(byCode(code))
  const url = new URL(parsed.target)
  if (url.pathname === '/' && url.search === '') return isOneOf(linksWithin([parsed.host]))
  const same = [parsed.target, parsed.target.replace(/^https:/, 'http:')]
  return isOneOf(
    sql`${byCode(code, parsed.host)} union all select account_id, link_id from (${linksWithin([parsed.host], sql`link.target = any(${same}::text[])`)}) as within`,
  )
}

const isOneOf = (found: RawBuilder<unknown>) =>
  sql`(link.account_id, link.link_id) in (select account_id, link_id from (${found}) as found)`

const byCode = (code: string, domain?: string) => sql`
  select account_id, link_id from short_code where code = ${code} ${domain === undefined ? sql`` : sql`and domain = ${domain}`}`
