import { refuse } from '#contract/refusals.ts'
import type { Db, Tx } from '#db/connect.ts'
import { TaskKind } from '#domain/tasks/index.ts'
import { beginUndo, dropUndoRows, readUndo, takeUndoRows } from '#domain/undo-record/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { restoreDeleted, restorers, type Undoing } from './subjects.ts'

/** Undoes a large act. Reverted rows are deleted, so a piece needs no cursor. */
const undoTasks = new TaskKind<{ undoId: string }, never>('undo', null)

/**
 * Undoes an act: a small one at once, a large one as a task. Rows that changed since stay as they are, and are counted.
 * Refuses what `beginUndo` does, and where a deleted group, tag or link group has no place any more `group_taken`,
 * `contact_tag_taken` and `too_many`.
 */
export async function undoAct(tx: Tx, account: AccountId, { undoId, ...by }: Undoing & { undoId: string }): Promise<void> {
  const { count } = await readUndo(tx, account, undoId)
  const taskId = count > limits.undoCallRows ? newId() : null
  await restoreDeleted(tx, account, await beginUndo(tx, account, { undoId, taskId, now: by.now }))
  if (taskId) await undoTasks.start(tx, account, { taskId, input: { undoId }, totalCount: count, memberId: by.memberId, now: by.now })
  else while ((await undoPiece(tx, account, { undoId, limit: limits.undoCallRows, by })) > 0);
}

interface RunOptions {
  db: Db
  now: () => Date
  shortLinkUrl: string
  /** Rows per transaction. */
  pieceRows?: number
}

/** Runs the task that undoes an act (domain/tasks/). */
export function runUndo(account: AccountId, taskId: string, options: RunOptions): Promise<void> {
  const { db, now, shortLinkUrl, pieceRows: limit = limits.undoCallRows } = options
  return undoTasks.run(account, taskId, { db, now }, async run => {
    const { input, memberId } = run.task
    const by = { memberId: memberId ?? refuse('not_found'), now: now(), shortLinkUrl }
    const piece = async (tx: Tx) => {
      const doneCount = await undoPiece(tx, account, { undoId: input.undoId, limit, by })
      return doneCount > 0 ? { doneCount } : null
    }
    while (await run.piece(piece));
  })
}

/** Reverts the next rows. Returns how many there were. */
async function undoPiece(
  tx: Tx,
  account: AccountId,
  { undoId, limit, by }: { undoId: string; limit: number; by: Undoing },
): Promise<number> {
  const { subject } = await readUndo(tx, account, undoId)
  const rows = await takeUndoRows(tx, account, { undoId, limit })
  if (rows.length === 0) return 0
  const counts = await restorers[subject](tx, account, rows, by)
  await dropUndoRows(tx, account, { undoId, rows, counts })
  return rows.length
}
