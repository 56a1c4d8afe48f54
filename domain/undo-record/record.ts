import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { UndoCounts, UndoOutcome, UndoSubject } from '#contract/undo/undo.ts'
import type { Tx } from '#db/connect.ts'
import type { DeletedObjects } from '#db/json.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { readUndo } from './find.ts'

const hourMs = 3_600_000

/** An act whose rows are recorded. `undoId`: new, or that of the task that does it. */
export interface ReversibleAct {
  undoId: string
  memberId: string | null
  now: Date
}

export interface UndoRow {
  objectId: string
  /** Null: the act created it. */
  before: unknown
  /** Null: the act deleted it. */
  after: string | null
}

interface NewUndo extends ReversibleAct {
  subject: UndoSubject
  /** Recorded in `undo_row` by this transaction. */
  rowCount: number
  deleted?: DeletedObjects | undefined
}

/**
 * Records that rows of an act can be restored; for a piece of a task it adds to the record. Returns the act's id, or
 * null when it has changed nothing.
 */
export async function recordUndo(tx: Tx, account: AccountId, given: NewUndo): Promise<string | null> {
  const { undoId, subject, memberId, now, rowCount, deleted = {} } = given
  if (rowCount === 0 && keysOf(deleted).length === 0) return null
  await tx
    .insertInto('undo')
    .values({
      accountId: account,
      undoId,
      subject,
      memberId,
      deleted: JSON.stringify(deleted),
      rowCount,
      createdAt: now,
      expiresAt: new Date(now.getTime() + limits.undoHours * hourMs),
    })
    .onConflict(conflict =>
      conflict.columns(['accountId', 'undoId']).doUpdateSet(row => ({
        rowCount: sql`undo.row_count + ${rowCount}`,
        deleted: sql`undo.deleted || excluded.deleted`,
        expiresAt: row.ref('excluded.expiresAt'),
      })),
    )
    .execute()
  return undoId
}

/**
 * Whether there is room for further rows of an act. One that has no more loses those that it has: it can't be undone in
 * part.
 */
export async function hasUndoRoom(tx: Tx, account: AccountId, act: ReversibleAct & { subject: UndoSubject }): Promise<boolean> {
  const { rows } = await sql<{ ownCount: number; totalCount: number; isTooLarge: boolean }>`
    select coalesce(sum(row_count) filter (where undo_id = ${act.undoId}), 0) as own_count, coalesce(sum(row_count), 0) as total_count,
      coalesce(bool_or(is_too_large) filter (where undo_id = ${act.undoId}), false) as is_too_large
    from undo where account_id = ${account} and undone_at is null and expires_at > ${act.now}`.execute(tx)
  const { ownCount, totalCount, isTooLarge } = firstOrThrow(rows)
  if (isTooLarge) return false
  if (ownCount < limits.undoActRows && totalCount < limits.undoAccountRows) return true
  await sql`delete from undo_row where account_id = ${account} and undo_id = ${act.undoId}`.execute(tx)
  await recordUndo(tx, account, { ...act, rowCount: 1 })
  await tx
    .updateTable('undo')
    .set({ rowCount: 0, isTooLarge: true })
    .where('accountId', '=', account)
    .where('undoId', '=', act.undoId)
    .execute()
  return false
}

/**
 * Begins to undo an act, or what is left of it after a failure. `taskId`: the task that will do it. Returns what it had
 * deleted as a whole, for the first time only. Refuses `not_found`, `undo_done`, `undo_expired`, and `undo_running`
 * while a task does or undoes it.
 */
export async function beginUndo(
  tx: Tx,
  account: AccountId,
  { undoId, taskId, now }: { undoId: string; taskId: string | null; now: Date },
): Promise<DeletedObjects> {
  const row = await tx
    .selectFrom('undo')
    .select(['undoneAt', 'deleted'])
    .where('accountId', '=', account)
    .where('undoId', '=', undoId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const { state, expiresAt } = await readUndo(tx, account, undoId)
  if (state === 'undone') refuse('undo_done')
  if (state === 'too_large') refuse('undo_too_large', { count: limits.undoActRows.toLocaleString('en-US') })
  if (state !== 'open') refuse('undo_running')
  if (expiresAt <= now) refuse('undo_expired', { hours: limits.undoHours })
  await tx.updateTable('undo').set({ undoneAt: now, taskId }).where('accountId', '=', account).where('undoId', '=', undoId).execute()
  return row.undoneAt ? {} : row.deleted
}

/** The next rows that are not reverted yet, locked. */
export async function takeUndoRows(tx: Tx, account: AccountId, { undoId, limit }: { undoId: string; limit: number }): Promise<UndoRow[]> {
  return tx
    .selectFrom('undoRow')
    .select(['objectId', 'before', 'after'])
    .where('accountId', '=', account)
    .where('undoId', '=', undoId)
    .orderBy('objectId')
    .limit(limit)
    .forUpdate()
    .execute()
}

/** Deletes rows that were reverted or kept, and counts what became of them. */
export async function dropUndoRows(
  tx: Tx,
  account: AccountId,
  { undoId, rows, counts }: { undoId: string; rows: readonly UndoRow[]; counts: UndoCounts },
): Promise<void> {
  await sql`delete from undo_row where account_id = ${account} and undo_id = ${undoId}
    and object_id = any(${rows.map(row => row.objectId)}::uuid[])`.execute(tx)
  const { outcome } = await tx
    .selectFrom('undo')
    .select('outcome')
    .where('accountId', '=', account)
    .where('undoId', '=', undoId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('undo')
    .set({ outcome: JSON.stringify(sumOf(outcome, counts)) })
    .where('accountId', '=', account)
    .where('undoId', '=', undoId)
    .execute()
}

function sumOf(one: UndoCounts, other: UndoCounts): UndoCounts {
  const add = (key: UndoOutcome) => (one[key] ?? 0) + (other[key] ?? 0)
  return Object.fromEntries([...new Set([...keysOf(one), ...keysOf(other)])].map(key => [key, add(key)]))
}
