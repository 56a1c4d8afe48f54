import { type RawBuilder, sql } from 'kysely'
import type { LinkFilter, LinkOrder } from '#contract/links/link-list.ts'
import { shownLinkState } from '#contract/links/link-state.ts'
import type { Executor } from '#db/connect.ts'
import { linkTotals, visitCounts, visitFigures } from '#domain/visit-statistics/index.ts'
import { shortAddress } from '#domain/visits/index.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idTime } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, getOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { linkWhere } from './list-where.ts'

interface Seen {
  now: Date
  shortLinkUrl: string
}

/**
 * Links matching a filter, newest first; the first page starts with those whose code is searched. A search scans
 * `limits.linkSearchRows` links per page: `searchedUntil` is its position if there is more. An `order` reads all
 * matching links.
 */
export async function listLinks(
  executor: Executor,
  account: AccountId,
  filter: LinkFilter,
  { order, cursor, pageSize, ...seen }: Seen & { order?: LinkOrder | undefined; cursor?: string | undefined; pageSize: number },
) {
  const { where, named, isSifted } = await linkWhere(executor, account, filter, seen)
  if (order) {
    const counts = visitCounts(account, order === 'pvToday' ? chinaDay(seen.now) : null)
    const { rows, nextCursor } = pageOf(
      await idsByVisits(executor, { where, counts, cursor, most: pageSize + 1 }),
      pageSize,
      linkId => linkId,
    )
    return { rows: await presentLinks(executor, account, rows, seen), nextCursor, searchedUntil: null }
  }
  const reach = isSifted ? await reachOf(executor, account, cursor) : null
  const others = named.length > 0 ? sql`and link_id <> all(${named}::uuid[])` : sql``
  // Ids only: they come from indexes, without reading rows.
  const found = await idsOf(
    executor,
    sql`${where} ${others} ${before(cursor)} ${reach ? sql`and link_id >= ${reach}` : sql``}`,
    pageSize + 1,
  )
  const page = pageOf(found, pageSize, linkId => linkId)
  const first = cursor || named.length === 0 ? [] : await idsOf(executor, sql`${where} and link_id = any(${named}::uuid[])`, named.length)
  return {
    rows: await presentLinks(executor, account, [...first, ...page.rows], seen),
    nextCursor: page.nextCursor ?? reach,
    searchedUntil: page.nextCursor === null && reach !== null ? idTime(reach) : null,
  }
}

/** Ids of links that match a search, newest first, those named by it whatever their age. */
export async function searchLinkIds(
  executor: Executor,
  account: AccountId,
  search: string,
  { most, now }: { most: number; now: Date },
): Promise<string[]> {
  // Only a complete short address would be compared with the platform's own.
  const { where, named } = await linkWhere(executor, account, { search }, { now, shortLinkUrl: 'http://short.invalid' })
  const reach = await reachOf(executor, account, undefined)
  const newest = await idsOf(executor, sql`${where} ${reach ? sql`and link_id >= ${reach}` : sql``}`, most)
  return [...new Set([...named, ...newest])].slice(0, most)
}

/** Links matching a filter, for exports: `last` is the cursor, null at the end. */
export async function walkLinks(
  executor: Executor,
  account: AccountId,
  filter: LinkFilter,
  { after, limit, ...seen }: Seen & { after: string | null; limit: number },
): Promise<{ linkIds: string[]; last: string | null }> {
  const { where, isSifted } = await linkWhere(executor, account, filter, seen)
  const cursor = after ?? undefined
  const reach = isSifted ? await reachOf(executor, account, cursor) : null
  const linkIds = await idsOf(executor, sql`${where} ${before(cursor)} ${reach ? sql`and link_id >= ${reach}` : sql``}`, limit)
  return { linkIds, last: linkIds.length === limit ? lastOrThrow(linkIds) : reach }
}

async function idsOf(executor: Executor, where: RawBuilder<unknown>, most: number): Promise<string[]> {
  const { rows } = await sql<{ linkId: string }>`select link_id from link where ${where} order by link_id desc limit ${most}`.execute(
    executor,
  )
  return rows.map(row => row.linkId)
}

/**
 * Ids by visits, those after the cursor's link in the order of this moment: a link whose count changes between two
 * pages may be listed twice or not at all.
 */
async function idsByVisits(
  executor: Executor,
  { where, counts, cursor, most }: { where: RawBuilder<unknown>; counts: RawBuilder<unknown>; cursor: string | undefined; most: number },
): Promise<string[]> {
  const pv = sql`coalesce(visited.pv, 0)`
  const after = cursor
    ? sql`and (${pv}, link.link_id) < (coalesce((select pv from visited where link_id = ${cursor}), 0), ${cursor}::uuid)`
    : sql``
  const { rows } = await sql<{ linkId: string }>`
    with visited as (${counts})
    select link.link_id from link left join visited using (link_id) where ${where} ${after}
    order by ${pv} desc, link.link_id desc limit ${most}`.execute(executor)
  return rows.map(row => row.linkId)
}

const before = (cursor: string | undefined) => (cursor ? sql`and link_id < ${cursor}` : sql``)

/** The last link that a page of a search scans; null if it scans all the rest. */
async function reachOf(executor: Executor, account: AccountId, cursor: string | undefined): Promise<string | null> {
  const { rows } = await sql<{ linkId: string }>`
    select link_id from link where account_id = ${account} and deleted_at is null ${before(cursor)}
    order by link_id desc offset ${limits.linkSearchRows - 1} limit 1`.execute(executor)
  return rows[0]?.linkId ?? null
}

/** Links by id, in the given order; ids of other accounts and deleted links are skipped. */
export async function presentLinks(executor: Executor, account: AccountId, linkIds: readonly string[], { now, shortLinkUrl }: Seen) {
  if (linkIds.length === 0) return []
  const rows = await executor
    .selectFrom('link')
    .leftJoin('linkGroup', join => join.onRef('linkGroup.accountId', '=', 'link.accountId').onRef('linkGroup.groupId', '=', 'link.groupId'))
    .leftJoin('member', join => join.onRef('member.accountId', '=', 'link.accountId').onRef('member.memberId', '=', 'link.memberId'))
    .selectAll('link')
    .select(['linkGroup.name as groupName', 'member.name as memberName'])
    .where('link.accountId', '=', account)
    .where('link.linkId', 'in', [...linkIds])
    .where('link.deletedAt', 'is', null)
    .execute()
  const totals = await linkTotals(executor, account, linkIds, chinaDay(now))
  const byId = new Map(rows.map(row => [row.linkId, row]))
  return linkIds.flatMap(linkId => {
    const row = byId.get(linkId)
    if (!row) return []
    return {
      linkId,
      shortUrl: shortAddress(shortLinkUrl, row.domain, row.code),
      domain: row.domain,
      code: row.code,
      target: row.target,
      title: row.title,
      tags: row.tags,
      group: row.groupId === null || row.groupName === null ? null : { linkGroupId: row.groupId, name: row.groupName },
      state: shownLinkState(row.state, { startsAt: row.startsAt, endsAt: row.endsAt }, now),
      reason: row.reason,
      source: row.source,
      broadcastId: row.broadcastId,
      memberName: row.memberName,
      ...getOrThrow(totals, linkId),
      createdAt: row.createdAt,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
    }
  })
}
export type ListedLink = Awaited<ReturnType<typeof presentLinks>>[number]

/** The number of matching links, counted up to `most`. */
export async function countLinks(executor: Executor, account: AccountId, filter: LinkFilter, seen: Seen, most?: number): Promise<number> {
  const { where } = await linkWhere(executor, account, filter, seen)
  const found: RawBuilder<unknown> =
    most === undefined ? sql`link where ${where}` : sql`(select from link where ${where} limit ${most}) as link`
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${found}`.execute(executor)
  return firstOrThrow(rows).count
}

/** The number of links in total, active now, and waiting for review, and today's visits. */
export async function linkFigures(executor: Executor, account: AccountId, now: Date) {
  const { rows } = await sql<{
    linkCount: number
    inactiveCount: number
    reviewingCount: number
    expiredCount: number
    scheduledCount: number
  }>`
    select (select count(*) from link where account_id = ${account} and deleted_at is null) as "linkCount",
      (select count(*) from link where account_id = ${account} and deleted_at is null and state <> 'active') as "inactiveCount",
      (select count(*) from link where account_id = ${account} and deleted_at is null and state = 'reviewing' and state <> 'active') as "reviewingCount",
      (select count(*) from link where account_id = ${account} and deleted_at is null and state = 'active' and ends_at is not null and ends_at <= ${now})
        as "expiredCount",
      (select count(*) from link where account_id = ${account} and deleted_at is null and state = 'active' and starts_at is not null and starts_at > ${now}
        and (ends_at is null or ends_at > ${now})) as "scheduledCount"`.execute(executor)
  const { linkCount, inactiveCount, reviewingCount, expiredCount, scheduledCount } = firstOrThrow(rows)
  const { pv, uv } = await visitFigures(executor, account, { kind: 'account' }, { from: chinaDayStart(now), until: now })
  return { linkCount, activeCount: linkCount - inactiveCount - expiredCount - scheduledCount, reviewingCount, pvToday: pv, uvToday: uv }
}

/** Number of newest links from which tags and authors are taken. */
const searchedLinks = 5_000

/** The options of the list's filters. */
export async function linkFilters(executor: Executor, account: AccountId) {
  const newest = sql`select tags, member_id from link where account_id = ${account} and deleted_at is null`
  const { rows: tags } = await sql<{ tag: string }>`
    select tag from (${newest} and tags <> '{}' order by link_id desc limit ${searchedLinks}) as newest, unnest(tags) as tag
    group by tag order by count(*) desc, tag limit ${limits.linkTagChoices}`.execute(executor)
  const { rows: members } = await sql<{ memberId: string; name: string }>`
    select member_id, name from member where account_id = ${account} and member_id in
      (select member_id from (${newest} order by link_id desc limit ${searchedLinks}) as newest) order by member_id`.execute(executor)
  const domains = await executor.selectFrom('linkDomain').select('domain').where('accountId', '=', account).orderBy('domain').execute()
  return { tags: tags.map(row => row.tag), members, domains: domains.map(row => row.domain) }
}
