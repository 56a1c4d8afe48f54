import { sql } from 'kysely'
import type { BlacklistFilter, BlacklistState } from '#contract/blacklist/blacklist.ts'
import type { Executor } from '#db/connect.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { pageOf } from '#values/page.ts'

const dayMs = 86_400_000

/** Condition of an account's entries that match a filter. */
export function blacklistWhere(executor: Executor, account: AccountId, filter: BlacklistFilter, now: Date) {
  let query = executor.selectFrom('blacklist as entry').where('entry.account_id', '=', account)
  query = query.where('entry.removed_at', filter.state === 'removed' ? 'is not' : 'is', null)
  if (filter.state === 'lapsed') query = query.where('entry.expires_at', '<=', now)
  if (filter.state === 'active')
    query = query.where(row => row.or([row('entry.expires_at', 'is', null), row('entry.expires_at', '>', now)]))
  if (filter.level) query = query.where('entry.level', '=', filter.level)
  if (filter.signatureId) query = query.where('entry.signature_id', '=', filter.signatureId)
  if (filter.source) query = query.where('entry.source', '=', filter.source)
  if (filter.scope) query = query.where('entry.scope', '=', filter.scope)
  if (filter.phone) query = query.where(filter.phone.length === 4 ? 'entry.phone_end' : 'entry.phone', '=', filter.phone)
  if (filter.from) query = query.where('entry.blacklist_id', '>=', idFloor(filter.from))
  if (filter.until) query = query.where('entry.blacklist_id', '<', idFloor(filter.until))
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
  const rows = await (cursor ? found.where('entry.blacklist_id', '<', cursor) : found)
    .leftJoin('signature', join =>
      join.onRef('signature.account_id', '=', 'entry.account_id').onRef('signature.signature_id', '=', 'entry.signature_id'),
    )
    .leftJoin('member', join => join.onRef('member.account_id', '=', 'entry.account_id').onRef('member.member_id', '=', 'entry.member_id'))
    .leftJoin('member as remover', join =>
      join.onRef('remover.account_id', '=', 'entry.account_id').onRef('remover.member_id', '=', 'entry.removed_by'),
    )
    .selectAll('entry')
    .select(['signature.text as signature_text', 'member.name as member_name', 'remover.name as remover_name'])
    .orderBy('entry.blacklist_id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const page = pageOf(rows, pageSize, row => row.blacklist_id)
  return {
    rows: page.rows.map(row => ({
      blacklistId: row.blacklist_id,
      phone: row.phone,
      level: row.level,
      signatureText: row.signature_text,
      scope: row.scope,
      source: row.source,
      state: stateOf(row, now),
      reason: row.reason,
      words: row.evidence?.words ?? null,
      addedBy: row.member_name,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      hitCount: row.hit_count,
      removal: row.removed_at ? { at: row.removed_at, by: row.remover_name, reason: row.removal_reason ?? '', consent: row.consent } : null,
    })),
    nextCursor: page.nextCursor,
  }
}

function stateOf({ removed_at, expires_at }: { removed_at: Date | null; expires_at: Date | null }, now: Date): BlacklistState {
  if (removed_at) return 'removed'
  return expires_at && expires_at <= now ? 'lapsed' : 'active'
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
  const kept = await executor.selectFrom('platform_blacklist').select('phone').where('phone', '=', phone).executeTakeFirst()
  const { rows } = await listBlacklist(executor, account, { state: 'active', phone, pageSize: maxEntriesOfPhone }, now)
  return { isPlatformBlocked: kept !== undefined, rows }
}
