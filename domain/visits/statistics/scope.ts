import { type RawBuilder, sql } from 'kysely'
import type { AccountId } from '#values/id.ts'

/** Whose visits are counted: of one link, of a group's links, of what a broadcast sent (its own links and shared ones), or all of the account. */
export type VisitScope =
  | { kind: 'link'; linkId: string }
  | { kind: 'group'; groupId: string }
  | { kind: 'broadcast'; broadcastId: string }
  | { kind: 'account' }

/** From a moment on until before another, on whole minutes; what lies more than two days back on whole hours, more than 90 days on whole days of China. */
export interface VisitRange {
  from: Date
  until: Date
}

/** What a scope means for rows of `visit`. */
export function visitsOfScope(account: AccountId, scope: VisitScope): RawBuilder<boolean> {
  const links = (column: string, id: string) =>
    sql`link_id in (select link_id from link where account_id = ${account} and ${sql.ref(column)} = ${id})`
  switch (scope.kind) {
    case 'link':
      return sql<boolean>`link_id = ${scope.linkId}`
    case 'group':
      return sql<boolean>`${links('group_id', scope.groupId)}`
    case 'broadcast':
      return sql<boolean>`broadcast_id = ${scope.broadcastId}`
    case 'account':
      return sql<boolean>`true`
  }
}
