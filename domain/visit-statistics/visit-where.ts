import { type RawBuilder, sql } from 'kysely'
import { abroad, type VisitFilter } from '#contract/links/visit.ts'
import { type VisitRange, type VisitScope, visitsOfScope } from '#domain/visits/index.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { provinces } from '#values/province.ts'

/** What a page says of whose visits it shows; nothing set: all of the account. */
export type VisitOf = Pick<VisitFilter, 'linkId' | 'linkGroupId' | 'broadcastId'>
/** What visits are narrowed to beside their time. */
export type VisitCondition = Pick<VisitFilter, 'kind' | 'province' | 'device'>

/** Conditions on `visit`, or on a subquery of that name. A statement about visits needs `keys`, and `sift` where there is one. */
export interface VisitWhere {
  /** What the table's indexes find: a range of ids is a range of time. */
  keys: RawBuilder<boolean>
  /** What is looked for row by row, as the links of a group are: no index has their visits in the order of time. Null: nothing. */
  sift: RawBuilder<boolean> | null
}

export function scopeOf({ linkId, linkGroupId, broadcastId }: VisitOf): VisitScope {
  if (linkId) return { kind: 'link', linkId }
  if (linkGroupId) return { kind: 'group', groupId: linkGroupId }
  return broadcastId ? { kind: 'broadcast', broadcastId } : { kind: 'account' }
}

/** Days of China, both included, as a range of moments. */
export const rangeOfDays = ({ from, to }: { from: string; to: string }): VisitRange => ({
  from: new Date(`${from}T00:00:00+08:00`),
  until: chinaDayStart(new Date(`${to}T00:00:00+08:00`), 1),
})

/** What a filter narrows visits to; null: to nothing. */
export const visitCondition = (filter: VisitCondition): RawBuilder<boolean> | null => allOf(visitConditionsOf(filter))

const allOf = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : null

function visitConditionsOf({ kind, province, device }: VisitCondition): RawBuilder<unknown>[] {
  return [
    ...(kind === 'program' ? [sql`visitor_kind <> 'person'`] : kind ? [sql`visitor_kind = ${kind}`] : []),
    ...(province === abroad ? [sql`province <> all(${[...provinces]}::text[])`] : province ? [sql`province = ${province}`] : []),
    ...(device ? [sql`device = ${device}`] : []),
  ]
}

/** What a filter means, for every list and export of an account's visits. */
export function visitWhere(account: AccountId, filter: VisitFilter): VisitWhere {
  const { from, until } = rangeOfDays(filter)
  const last = filter.until && filter.until < until ? filter.until : until
  const scope = scopeOf(filter)
  const isGroup = scope.kind === 'group'
  const keys = sql<boolean>`(account_id = ${account} and ${visitsOfScope(account, isGroup ? { kind: 'account' } : scope)}
    and visit_id >= ${idFloor(from)} and visit_id < ${idFloor(last)})`
  const sifts = [...(isGroup ? [visitsOfScope(account, scope)] : []), ...visitConditionsOf(filter)]
  return { keys, sift: allOf(sifts) }
}
