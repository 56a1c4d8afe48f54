import { type RawBuilder, sql } from 'kysely'
import { parseDomain } from '#contract/links/domain-name.ts'
import { type LinkFilter, noGroup, platformDomain } from '#contract/links/link-list.ts'
import type { ShownLinkState } from '#contract/links/link-state.ts'
import type { Executor } from '#db/connect.ts'
import { codesMeant } from '#domain/visits/index.ts'
import { type AccountId, decodeId, idFloor } from '#values/id.ts'

export interface LinkWhere {
  /** The condition on `link`. */
  where: RawBuilder<boolean>
  /** Links matching the search by code, short address or id, wherever they are in the list. */
  named: readonly string[]
  /** No index covers the filter: a page scans a limited number of rows only. */
  isSifted: boolean
}

/**
 * Links that match a filter at a moment, never deleted ones. `shortLinkUrl`: the start of the platform's short
 * addresses.
 */
export async function linkWhere(
  executor: Executor,
  account: AccountId,
  filter: LinkFilter,
  { now, shortLinkUrl }: { now: Date; shortLinkUrl: string },
): Promise<LinkWhere> {
  const named = filter.search ? await namedLinks(executor, account, filter.search, shortLinkUrl) : []
  const conditions = [sql`link.account_id = ${account}`, sql`link.deleted_at is null`]
  if (filter.search) conditions.push(searchCondition(filter.search, named))
  if (filter.state) conditions.push(stateCondition(filter.state, now))
  if (filter.linkGroupId === noGroup) conditions.push(sql`link.group_id is null`)
  else if (filter.linkGroupId) conditions.push(sql`link.group_id = ${filter.linkGroupId}`)
  if (filter.tag) conditions.push(sql`link.tags <> '{}' and link.tags @> array[${filter.tag}]::text[]`)
  if (filter.domain === platformDomain) conditions.push(sql`link.domain = ''`)
  else if (filter.domain) conditions.push(sql`link.domain = ${filter.domain} and link.domain <> ''`)
  if (filter.memberId) conditions.push(sql`link.member_id = ${filter.memberId}`)
  if (filter.source) conditions.push(sql`link.source = ${filter.source}`)
  if (filter.broadcastId) conditions.push(sql`link.broadcast_id = ${filter.broadcastId}`)
  if (filter.linkBatchId)
    conditions.push(
      sql`link.link_id in (select made.link_id from link_batch_row as made where made.account_id = ${account} and made.batch_id = ${filter.linkBatchId})`,
    )
  // A link's id contains its creation time.
  if (filter.from) conditions.push(sql`link.link_id >= ${idFloor(filter.from)}`)
  if (filter.until) conditions.push(sql`link.link_id < ${idFloor(filter.until)}`)
  const isNamed = filter.search !== undefined && isAddress(filter.search) && named.length > 0
  const isSifted = Boolean((filter.search && !isNamed) || filter.memberId || filter.source)
  return { where: sql<boolean>`${sql.join(conditions, sql` and `)}`, named, isSifted }
}

/** Literal states, so that the planner sees that the partial index of inactive links applies. */
function stateCondition(state: ShownLinkState, now: Date): RawBuilder<unknown> {
  const isOver = sql`link.ends_at is not null and link.ends_at <= ${now}`
  const isAhead = sql`link.starts_at is not null and link.starts_at > ${now}`
  if (state === 'active') return sql`link.state = 'active' and not (${isOver}) and not (${isAhead})`
  if (state === 'scheduled') return sql`link.state = 'active' and not (${isOver}) and ${isAhead}`
  if (state === 'expired') return sql`link.state = 'active' and ${isOver}`
  return sql`link.state = ${sql.lit(state)} and link.state <> 'active'`
}

/** Whether the search is a complete address or id, which can't be part of another text. */
const isAddress = (search: string) => addressOf(search) !== null || decodeId('link', search) !== null

/** Host and code of something that looks like a short address. */
function addressOf(search: string): { host: string; code: string } | null {
  const [, host, code] = /^(?:https?:\/\/)?([^/\s]+\.[^/\s]+|localhost:\d+|[\d.]+:\d+)\/([0-9A-Za-z_-]{4,20})$/i.exec(search) ?? []
  return host && code ? { host: host.toLowerCase(), code } : null
}

/** Links whose id, code (their own or a recipient's) or complete short address equals the text. */
async function namedLinks(executor: Executor, account: AccountId, search: string, shortLinkUrl: string): Promise<string[]> {
  const linkId = decodeId('link', search)
  if (linkId) return [linkId]
  const address = addressOf(search)
  const code = address?.code ?? search
  if (!/^[0-9A-Za-z_-]{4,20}$/.test(code)) return []
  const own = await executor.selectFrom('linkDomain').select('domain').where('accountId', '=', account).execute()
  const domains = ['', ...own.map(row => row.domain)]
  const wanted = address ? [address.host === new URL(shortLinkUrl).host ? '' : address.host] : domains
  const rows = await executor
    .selectFrom('shortCode')
    .select('linkId')
    .distinct()
    .where('accountId', '=', account)
    .where('domain', 'in', wanted)
    .where(codesMeant(code))
    .execute()
  return rows.map(row => row.linkId)
}

function searchCondition(search: string, named: readonly string[]): RawBuilder<unknown> {
  if (isAddress(search) && named.length > 0) return sql`link.link_id = any(${named}::uuid[])`
  // Hosts are stored in lower case; lowercasing a long path would dominate the cost.
  const own = sql`lower(link.code || ' ' || link.title || ' ' || array_to_string(link.tags, ' '))`
  const parts = [sql`strpos(${own}, ${search.toLowerCase()}) > 0`, ...spellings(search).map(text => sql`strpos(link.target, ${text}) > 0`)]
  if (named.length > 0) parts.push(sql`link.link_id = any(${named}::uuid[])`)
  return sql`(${sql.join(parts, sql` or `)})`
}

/** How the URL parser would write a text as part of a target: as it is, as a domain, as a path. */
function spellings(search: string): string[] {
  const written = [search, search.toLowerCase()]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is looked for.
  if (/^[\u0000-\u007f]*$/.test(search)) return [...new Set(written)]
  const domain = parseDomain(search)
  return [encodeURI(search.toWellFormed()), ...('domain' in domain ? [domain.domain] : [])]
}
