import { sql } from 'kysely'
import { blacklistSources, isOwnRefusal } from '#contract/blacklist/blacklist.ts'
import type { UndoCounts } from '#contract/undo/undo.ts'
import type { Tx } from '#db/connect.ts'
import { type ReversibleAct, type ReversibleRows, recordRows, type UndoRow, unchangedRows } from '#domain/undo-record/index.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'

/** What undo restores of an entry; hits are counted on. */
const reversibleEntries: ReversibleRows = {
  subject: 'blacklist',
  image: sql`jsonb_build_object('source', blacklist.source, 'scope', blacklist.scope, 'reason', blacklist.reason,
    'expiresAt', blacklist.expires_at, 'removedAt', blacklist.removed_at)`,
}

/** Entries that an act may add or change: these, or those of numbers on one level. */
type TouchedEntries = { blacklistIds: readonly string[] } | { phones: readonly string[]; signatureId: string | null }

/** Does an act on entries in force so that it can be undone (domain/undo-record/). */
export function recordEntries<Answer extends object>(
  tx: Tx,
  account: AccountId,
  { touched, ...act }: ReversibleAct & { touched: TouchedEntries },
  work: () => Promise<Answer>,
): Promise<Answer & { undoId: string | null }> {
  const isTouched =
    'phones' in touched
      ? sql`blacklist.phone = any(${[...touched.phones]}::text[]) and blacklist.removed_at is null
          and (blacklist.expires_at is null or blacklist.expires_at > ${act.now})
          and blacklist.signature_id is not distinct from ${touched.signatureId}::uuid`
      : sql`blacklist.blacklist_id = any(${[...touched.blacklistIds]}::uuid[])`
  return recordRows(tx, account, reversibleEntries, { ...act, where: sql`blacklist.account_id = ${account} and ${isTouched}` }, work)
}

/** How people got onto the blacklist themselves. */
const ownSources = keysOf(blacklistSources).filter(source => isOwnRefusal(source) || source === 'complaint')

/**
 * Reverts rows of an act on the blacklist: removes the entries that it added, with the row as evidence, and changes
 * back those that it changed or removed. Never removes or changes an entry by which a person refuses messages; an entry
 * that was such a refusal returns.
 */
export async function restoreEntries(
  tx: Tx,
  account: AccountId,
  rows: readonly UndoRow[],
  { memberId, now }: { memberId: string; now: Date },
): Promise<UndoCounts> {
  const { same, counts } = await unchangedRows(tx, account, reversibleEntries, rows)
  const { rows: refused } = await sql<{ objectId: string }>`
    select blacklist_id as object_id from blacklist where account_id = ${account} and source = any(${ownSources}::text[])
      and removed_at is null and blacklist_id = any(${rows.map(row => row.objectId)}::uuid[])`.execute(tx)
  const refusals = new Set(refused.map(row => row.objectId))
  const optedOutCount = rows.filter(row => refusals.has(row.objectId) && !same.includes(row)).length
  const added = same.filter(row => row.before === null).map(row => row.objectId)
  const { rows: removed } = await sql`
    update blacklist set removed_at = ${now}, removed_by = ${memberId}::uuid, removal_reason = '撤销了添加'
    where account_id = ${account} and blacklist_id = any(${added}::uuid[]) and not source = any(${ownSources}::text[])
    returning blacklist_id`.execute(tx)
  const changed = same.filter(row => row.before !== null)
  const { rows: back } = await sql`
    update blacklist set scope = given.scope, expires_at = given."expiresAt", removed_at = null, removed_by = null,
      removal_reason = null, consent = null
    from jsonb_to_recordset(${JSON.stringify(changed.map(row => ({ ...Object(row.before), id: row.objectId })))}::jsonb)
      as given (id uuid, scope text, "expiresAt" timestamptz)
    where blacklist.account_id = ${account} and blacklist.blacklist_id = given.id and not exists (
      select from blacklist other where other.account_id = ${account} and other.phone = blacklist.phone and other.removed_at is null
        and other.signature_id is not distinct from blacklist.signature_id and other.blacklist_id <> blacklist.blacklist_id)
    returning blacklist.blacklist_id`.execute(tx)
  return {
    ...counts,
    restored: removed.length + back.length,
    changed: (counts.changed ?? 0) - optedOutCount,
    opted_out: optedOutCount + added.length - removed.length,
    taken: changed.length - back.length,
  }
}
