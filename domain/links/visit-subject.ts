import { type RawBuilder, sql } from 'kysely'
import { ruleWords } from '#contract/links/link-rule.ts'
import { type ShownLinkState, shownLinkState } from '#contract/links/link-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { scopeOf, type VisitOf } from '#domain/visit-statistics/index.ts'
import { hasMissedVisits, shortAddress, visitsOfScope } from '#domain/visits/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'

/**
 * Links and groups for a search field: the newest, or the newest whose code, title or target contains the words. A
 * complete short address counts as its code.
 */
export async function visitSubjects(executor: Executor, account: AccountId, search: string) {
  const words = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const code = search.slice(search.lastIndexOf('/') + 1)
  const fits = (condition: RawBuilder<boolean>) => (search === '' ? sql<boolean>`true` : condition)
  const links = await executor
    .selectFrom('link')
    .select(['linkId', 'code', 'title', 'target'])
    .where('accountId', '=', account)
    .where('deletedAt', 'is', null)
    .where(fits(sql`(code = ${code} or code ilike ${words} or title ilike ${words} or target ilike ${words})`))
    .orderBy('linkId', 'desc')
    .limit(limits.visitChoices)
    .execute()
  const groups = await executor
    .selectFrom('linkGroup')
    .select(['groupId', 'name'])
    .where('accountId', '=', account)
    .where(fits(sql`name ilike ${words}`))
    .orderBy('groupId', 'desc')
    .limit(limits.visitChoices)
    .execute()
  return { links, groups }
}

/** The link of a statistics page. */
export interface SubjectLink {
  code: string
  title: string
  shortUrl: string
  target: string
  createdAt: Date
  state: ShownLinkState
  /** Targets of the rules, by position. */
  arms: { arm: number; target: string; rule: string; percent: number }[]
  broadcastId: string | null
}

/**
 * A link for statistics, also a deleted one, since its visits stay. `base` is the start of short addresses. Refuses
 * `not_found`.
 */
export async function subjectLink(
  executor: Executor,
  account: AccountId,
  { linkId, base, now }: { linkId: string; base: string; now: Date },
): Promise<SubjectLink> {
  const link = await executor
    .selectFrom('link')
    .select(['domain', 'code', 'title', 'target', 'state', 'startsAt', 'endsAt', 'rules', 'broadcastId', 'createdAt'])
    .where('accountId', '=', account)
    .where('linkId', '=', linkId)
    .executeTakeFirst()
  if (!link) refuse('not_found')
  const targets = link.rules.flatMap(rule => {
    const whole = rule.targets.reduce((sum, one) => sum + one.weight, 0)
    return rule.targets.map(({ target, weight }) => ({ target, rule: ruleWords(rule), percent: Math.round((weight / whole) * 100) }))
  })
  return {
    ...pick(link, 'code', 'title', 'target', 'createdAt', 'broadcastId'),
    shortUrl: shortAddress(base, link.domain, link.code),
    state: shownLinkState(link.state, { startsAt: link.startsAt, endsAt: link.endsAt }, now),
    arms: targets.map((target, arm) => ({ arm, ...target })),
  }
}

/** A link's title and code. Refuses `not_found`. */
export async function linkName(executor: Executor, account: AccountId, linkId: string): Promise<string> {
  const link = await executor
    .selectFrom('link')
    .select(['code', 'title'])
    .where('accountId', '=', account)
    .where('linkId', '=', linkId)
    .executeTakeFirst()
  if (!link) refuse('not_found')
  return link.title ? `${link.title}（${link.code}）` : link.code
}

/** The name of a group of links. Refuses `not_found`. */
export async function linkGroupName(executor: Executor, account: AccountId, groupId: string): Promise<string> {
  const group = await executor
    .selectFrom('linkGroup')
    .select('name')
    .where('accountId', '=', account)
    .where('groupId', '=', groupId)
    .executeTakeFirst()
  if (!group) refuse('not_found')
  return group.name
}

/** The number of links in a scope, and whether any was ever visited. */
export async function visitsThere(
  executor: Executor,
  account: AccountId,
  scope: VisitOf,
): Promise<{ linkCount: number; hasVisits: boolean }> {
  const { rows } = await sql<{ linkCount: number; hasVisits: boolean }>`
    select (select count(*) from link where account_id = ${account} and deleted_at is null ${ofLink(scope)}) as "linkCount",
      (${anyVisit(account, scope)} or ${hasMissedVisits(account, scopeOf(scope))}) as "hasVisits"`.execute(executor)
  return firstOrThrow(rows)
}

/** Queried link by link for a group: it may have few visits among an account's millions. */
const anyVisit = (account: AccountId, of: VisitOf) =>
  of.linkGroupId
    ? sql`exists (select from link, lateral (select from visit where visit.account_id = ${account} and visit.link_id = link.link_id limit 1) as one
        where link.account_id = ${account} and link.group_id = ${of.linkGroupId})`
    : sql`exists (select from visit where account_id = ${account} and ${visitsOfScope(account, scopeOf(of))})`

function ofLink({ linkId, linkGroupId, broadcastId }: VisitOf): RawBuilder<unknown> {
  if (linkId) return sql`and link_id = ${linkId}`
  if (linkGroupId) return sql`and group_id = ${linkGroupId}`
  return broadcastId ? sql`and broadcast_id = ${broadcastId}` : sql``
}
