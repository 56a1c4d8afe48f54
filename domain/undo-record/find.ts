import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { UndoFacts } from '#contract/undo/undo.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

type Found = Omit<UndoFacts, 'state'> & { state: UndoFacts['state'] | 'acting' }

async function find(executor: Executor, account: AccountId, undoIds: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select undo.undo_id, undo.subject, undo.row_count as count, undo.expires_at, undo.outcome as counts, undoing.failure,
      case when undo.is_too_large then 'too_large'
        when acting.state in ('waiting', 'running') then 'acting'
        when undoing.state in ('waiting', 'running') then 'undoing'
        when undo.undone_at is null or exists (
          select from undo_row where undo_row.account_id = ${account} and undo_row.undo_id = undo.undo_id) then 'open'
        else 'undone' end as state
    from undo
    left join task acting on acting.account_id = ${account} and acting.task_id = undo.undo_id
    left join task undoing on undoing.account_id = ${account} and undoing.task_id = undo.task_id
    where undo.account_id = ${account} and undo.undo_id = any(${[...undoIds]}::uuid[])`.execute(executor)
  return rows
}

/** Of these acts those that can be undone, are being undone or were: not those that a task still does. */
export async function findUndos(
  executor: Executor,
  account: AccountId,
  undoIds: readonly string[],
  now: Date,
): Promise<Map<string, UndoFacts>> {
  if (undoIds.length === 0) return new Map()
  const rows = await find(executor, account, undoIds)
  return new Map(
    rows.flatMap(({ state, ...row }) =>
      state === 'acting' || (state === 'open' && row.expiresAt <= now) ? [] : [[row.undoId, { ...row, state }] as const],
    ),
  )
}

/** An act in any state; `acting`: a task still does it. Refuses `not_found`. */
export async function readUndo(executor: Executor, account: AccountId, undoId: string): Promise<Found> {
  const [row] = await find(executor, account, [undoId])
  return row ?? refuse('not_found')
}
