import { type RawBuilder, sql } from 'kysely'
import { abroad, type VisitFilter, visitValueFilters } from '#contract/links/visit.ts'
import { type VisitRange, type VisitScope, visitsOfScope } from '#domain/visits/index.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { provinces } from '#values/province.ts'

/** The scope filter of a page; nothing set: all visits of the account. */
export type VisitOf = Pick<VisitFilter, 'linkId' | 'linkGroupId' | 'broadcastId'>
/** Filters of visits besides their time. */
export type VisitCondition = Omit<VisitFilter, keyof VisitOf | 'from' | 'to' | 'until'>

/**
 * Conditions on `visit`, or on a subquery of that name. A statement about visits has `keys`, `rowFilter` where there
 * is one.
 */
export interface VisitWhere {
  /** Condition that the table's indexes serve: a range of ids is a range of time. */
  keys: RawBuilder<boolean>
  /**
   * Condition that is checked row by row, such as the links of a group: no index has their visits in order of time.
   * Null: none.
   */
  rowFilter: RawBuilder<boolean> | null
}

export function scopeOf({ linkId, linkGroupId, broadcastId }: VisitOf): VisitScope {
  if (linkId) return { kind: 'link', linkId }
  if (linkGroupId) return { kind: 'group', groupId: linkGroupId }
  return broadcastId ? { kind: 'broadcast', broadcastId } : { kind: 'account' }
}

/** Days in China, both inclusive, as a range of moments. */
export const rangeOfDays = ({ from, to }: { from: string; to: string }): VisitRange => ({
  from: new Date(`${from}T00:00:00+08:00`),
  until: chinaDayStart(new Date(`${to}T00:00:00+08:00`), 1),
})

/** The condition of a filter on visits; null: none. */
export const visitCondition = (filter: VisitCondition): RawBuilder<boolean> | null => allOf(visitConditionsOf(filter))

const allOf = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : null

function visitConditionsOf({ kind, hour, weekday, ...values }: VisitCondition): RawBuilder<unknown>[] {
  return [
    ...(kind === 'program' ? [sql`visitor_kind <> 'person'`] : kind ? [sql`visitor_kind = ${kind}`] : []),
    ...visitValueFilters.flatMap(name => (values[name] ? [hasValue(name, values[name])] : [])),
    ...(hour === undefined ? [] : [sql`(message_hour(visit_id) + 8) % 24 = ${hour}`]),
    ...(weekday === undefined ? [] : [sql`((message_hour(visit_id) + 8) / 24 + 3) % 7 + 1 = ${weekday}`]),
  ]
}

function hasValue(name: (typeof visitValueFilters)[number], value: string): RawBuilder<unknown> {
  if (name === 'province' && value === abroad) return sql`province <> all(${[...provinces]}::text[])`
  return sql`coalesce(${sql.ref(name)}::text, '') = ${value === 'none' ? '' : value}`
}

/** The condition of a filter, for every list and export of an account's visits. */
export function visitWhere(account: AccountId, filter: VisitFilter): VisitWhere {
  const { from, until } = rangeOfDays(filter)
  const last = filter.until && filter.until < until ? filter.until : until
  const scope = scopeOf(filter)
  const isGroup = scope.kind === 'group'
  const keys = sql<boolean>`(account_id = ${account} and ${visitsOfScope(account, isGroup ? { kind: 'account' } : scope)}
    and visit_id >= ${idFloor(from)} and visit_id < ${idFloor(last)})`
  const rowFilters = [...(isGroup ? [visitsOfScope(account, scope)] : []), ...visitConditionsOf(filter)]
  return { keys, rowFilter: allOf(rowFilters) }
}
