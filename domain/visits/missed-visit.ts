import { sql } from 'kysely'
import type { LinkState } from '#contract/links/link-state.ts'
import type { MissedReason } from '#contract/links/missed-visit.ts'
import { accountRow } from '#db/account-row.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import type { VisitRange, VisitScope } from './statistics/scope.ts'
import { hourOf, stepMs } from './statistics/step.ts'
import type { VisitLogEntry } from './visit-note.ts'

/** The nil UUID stands for no link and for no broadcast. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/** The reason counted when a link in this state answers with a page. */
export const missedByState: Record<LinkState, MissedReason> = {
  active: 'missing',
  reviewing: 'reviewing',
  disabled: 'disabled',
  rejected: 'rejected',
  blocked: 'blocked',
}

/** Counts missed visits, which were answered with a page. Runs in the platform's role. */
export async function countMissedVisits(tx: Tx, account: AccountId, notes: readonly VisitLogEntry[]): Promise<void> {
  if (notes.length === 0) return
  const list = <Value>(of: (note: VisitLogEntry) => Value) => notes.map(of)
  // Always in the same order: concurrent writers can't deadlock.
  await sql`
    insert into missed_visit (account_id, link_id, broadcast_id, hour, reason, visit_count)
    select owner.account_id, one.link_id, coalesce(message.broadcast_id, link.broadcast_id, ${nobody}) as broadcast_id, one.hour, one.reason, count(*)
    from ${accountRow(account)}
    cross join unnest(${list(note => note.linkId)}::uuid[], ${list(note => note.messageId)}::uuid[], ${list(note => hourOf(note.atMs))}::integer[],
      ${list(note => note.missed)}::text[]) as one (link_id, message_id, hour, reason)
    left join message on message.account_id = ${account}::uuid and message.message_id = one.message_id
    left join link on link.account_id = ${account}::uuid and link.link_id = one.link_id
    group by owner.account_id, one.link_id, 3, one.hour, one.reason order by one.link_id, 3, one.hour, one.reason
    on conflict (account_id, link_id, broadcast_id, hour, reason) do update set visit_count = missed_visit.visit_count + excluded.visit_count`.execute(
    tx,
  )
}

function ofScope(account: AccountId, scope: VisitScope) {
  switch (scope.kind) {
    case 'link':
      return sql`link_id = ${scope.linkId}`
    case 'group':
      return sql`link_id in (select link_id from link where account_id = ${account} and group_id = ${scope.groupId})`
    case 'broadcast':
      return sql`broadcast_id = ${scope.broadcastId}`
    case 'account':
      return sql`true`
  }
}

/** Missed visits of a period by reason, most frequent first. */
export async function missedVisits(
  executor: Executor,
  account: AccountId,
  scope: VisitScope,
  { from, until }: VisitRange,
): Promise<{ key: MissedReason; pv: number }[]> {
  const { rows } = await sql<{ key: MissedReason; pv: number }>`
    select reason as key, sum(visit_count)::bigint as pv from missed_visit
    where account_id = ${account} and ${ofScope(account, scope)} and hour >= ${hourOf(from)} and hour < ${hourOf(until.getTime() + 3_599_999)}
    group by 1 order by 2 desc, 1`.execute(executor)
  return rows
}

/** Missed visits of each step of a period, which starts on a step. */
export async function missedSeries(
  executor: Executor,
  account: AccountId,
  scope: VisitScope,
  { range: { from, until }, step }: { range: VisitRange; step: 'hour' | 'day' },
): Promise<{ at: Date; count: number }[]> {
  const { rows } = await sql<{ index: number; count: number }>`
    select (hour - ${hourOf(from)}) / ${stepMs[step] / stepMs.hour}::integer as index, sum(visit_count)::bigint as count from missed_visit
    where account_id = ${account} and ${ofScope(account, scope)} and hour >= ${hourOf(from)} and hour < ${hourOf(until)} group by 1`.execute(
    executor,
  )
  const counts = new Map(rows.map(row => [row.index, row.count]))
  const length = Math.ceil((until.getTime() - from.getTime()) / stepMs[step])
  return Array.from({ length }, (_, index) => ({ at: new Date(from.getTime() + index * stepMs[step]), count: counts.get(index) ?? 0 }))
}

/** Whether a scope has any missed visit. */
export const hasMissedVisits = (account: AccountId, scope: VisitScope) =>
  sql<boolean>`exists (select from missed_visit where account_id = ${account} and ${ofScope(account, scope)})`
