import { type RawBuilder, sql } from 'kysely'
import type { AccountId } from '#values/id.ts'

/**
 * Scope of statistics: one link, a group's links, what a broadcast sent (its own links and shared ones), or the whole
 * account.
 */
export type VisitScope =
  | { kind: 'link'; linkId: string }
  | { kind: 'group'; groupId: string }
  | { kind: 'broadcast'; broadcastId: string }
  | { kind: 'account' }

/**
 * Half-open range of whole minutes; more than two days back of whole hours, more than 90 days back of whole days in
 * China.
 */
export interface VisitRange {
  from: Date
  until: Date
}

/** The condition of a scope on rows of `visit`. */
export function visitsOfScope(account: AccountId, scope: VisitScope): RawBuilder<boolean> {
  const links = (column: string, id: string) =>
    sql`link_id in (select link_id from link where account_id = ${account} and ${sql.ref(column)} = ${id})`
  switch (scope.kind) {
    case 'link':
      return sql<boolean>`link_id = ${scope.linkId}`
    case 'group':
      return sql<boolean>`${links('groupId', scope.groupId)}`
    case 'broadcast':
      return sql<boolean>`broadcast_id = ${scope.broadcastId}`
    case 'account':
      return sql<boolean>`true`
  }
}
