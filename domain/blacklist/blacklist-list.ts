import { sql } from 'kysely'
import type { BlacklistFilter, BlacklistState } from '#contract/blacklist/blacklist.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { pageOf } from '#values/page.ts'
import { pick } from '#values/pick.ts'

const dayMs = 86_400_000

/** Condition of an account's entries that match a filter. */
export function blacklistWhere(executor: Executor, account: AccountId, filter: BlacklistFilter, now: Date) {
  let query = executor.selectFrom('blacklist as entry').where('entry.accountId', '=', account)
  query = query.where('entry.removedAt', filter.state === 'removed' ? 'is not' : 'is', null)
  if (filter.state === 'lapsed') query = query.where('entry.expiresAt', '<=', now)
  if (filter.state === 'active') query = query.where(row => row.or([row('entry.expiresAt', 'is', null), row('entry.expiresAt', '>', now)]))
  if (filter.level) query = query.where('entry.level', '=', filter.level)
  if (filter.signatureId) query = query.where('entry.signatureId', '=', filter.signatureId)
  if (filter.source) query = query.where('entry.source', '=', filter.source)
  if (filter.scope) query = query.where('entry.scope', '=', filter.scope)
  if (filter.phone) query = query.where(filter.phone.length === 4 ? 'entry.phoneEnd' : 'entry.phone', '=', filter.phone)
  if (filter.from) query = query.where('entry.blacklistId', '>=', idFloor(filter.from))
  if (filter.until) query = query.where('entry.blacklistId', '<', idFloor(filter.until))
  return query
}

/** Entries newest first, with unmasked numbers. */
export async function listBlacklist(
  executor: Executor,
  account: AccountId,
  { cursor, pageSize, ...filter }: BlacklistFilter & { cursor?: string | undefined; pageSize: number },
  now: Date,
) {
  const found = blacklistWhere(executor, account, filter, now)
  const rows = await (cursor ? found.where('entry.blacklistId', '<', cursor) : found)
    .leftJoin('signature', join =>
      join.onRef('signature.accountId', '=', 'entry.accountId').onRef('signature.signatureId', '=', 'entry.signatureId'),
    )
    .leftJoin('member', join => join.onRef('member.accountId', '=', 'entry.accountId').onRef('member.memberId', '=', 'entry.memberId'))
    .leftJoin('member as remover', join =>
      join.onRef('remover.accountId', '=', 'entry.accountId').onRef('remover.memberId', '=', 'entry.removedBy'),
    )
    .selectAll('entry')
    .select(['signature.text as signatureText', 'member.name as memberName', 'remover.name as removerName'])
    .orderBy('entry.blacklistId', 'desc')
    .limit(pageSize + 1)
    .execute()
  const page = pageOf(rows, pageSize, row => row.blacklistId)
  return {
    rows: page.rows.map(row => ({
      ...pick(row, 'blacklistId', 'phone', 'level', 'signatureText', 'scope', 'source', 'reason', 'createdAt', 'expiresAt', 'hitCount'),
      state: stateOf(row, now),
      words: row.evidence?.words ?? null,
      addedBy: row.memberName,
      removal: row.removedAt ? { at: row.removedAt, by: row.removerName, reason: row.removalReason ?? '', consent: row.consent } : null,
    })),
    nextCursor: page.nextCursor,
  }
}

function stateOf({ removedAt, expiresAt }: { removedAt: Date | null; expiresAt: Date | null }, now: Date): BlacklistState {
  if (removedAt) return 'removed'
  return expiresAt && expiresAt <= now ? 'lapsed' : 'active'
}

type ActiveFilter = Omit<BlacklistFilter, 'state'>

/** Active entries that match a filter, and of them opt-outs and complaints. */
export async function countBlacklist(executor: Executor, account: AccountId, filter: ActiveFilter, now: Date) {
  return blacklistWhere(executor, account, { ...filter, state: 'active' }, now)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`count(*) filter (where entry.source in ('reply', 'opt_out_page'))`.as('ownCount'),
      sql<number>`count(*) filter (where entry.source = 'complaint')`.as('complaintCount'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * The active entries that match a filter, locked. Refuses `blacklist_changed` if they are not as many as somebody saw:
 * nobody who opted out since then is among them unseen.
 */
export async function matchingEntries(
  tx: Tx,
  account: AccountId,
  { filter, count, now }: { filter: ActiveFilter; count: number; now: Date },
): Promise<string[]> {
  const rows = await blacklistWhere(tx, account, { ...filter, state: 'active' }, now)
    .select('entry.blacklistId')
    .orderBy('entry.blacklistId')
    .limit(count + 1)
    .forUpdate()
    .execute()
  if (rows.length !== count) refuse('blacklist_changed')
  return rows.map(row => row.blacklistId)
}

/** The number of active entries, by source. */
export async function blacklistFigures(executor: Executor, account: AccountId, now: Date) {
  const since = idFloor(new Date(now.getTime() - 30 * dayMs))
  return blacklistWhere(executor, account, { state: 'active' }, now)
    .select([
      sql<number>`count(*)`.as('activeCount'),
      sql<number>`count(*) filter (where entry.source in ('reply', 'opt_out_page'))`.as('ownCount'),
      sql<number>`count(*) filter (where entry.source = 'complaint')`.as('complaintCount'),
      sql<number>`count(*) filter (where entry.blacklist_id >= ${since}::uuid)`.as('recentCount'),
    ])
    .executeTakeFirstOrThrow()
}

const maxEntriesOfPhone = 100

/** Active entries of one number, and whether the platform's blacklist blocks it. */
export async function checkPhone(executor: Executor, account: AccountId, phone: string, now: Date) {
  const kept = await executor.selectFrom('platformBlacklist').select('phone').where('phone', '=', phone).executeTakeFirst()
  const { rows } = await listBlacklist(executor, account, { state: 'active', phone, pageSize: maxEntriesOfPhone }, now)
  return { isPlatformBlocked: kept !== undefined, rows }
}
