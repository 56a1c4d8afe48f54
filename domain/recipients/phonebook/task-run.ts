import { sql } from 'kysely'
import type { ContactTaskKind, ContactTaskOutcome } from '#contract/recipients/contact-task.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import type { TaskInput } from '#db/json.ts'
import { type AccountId, newId } from '#values/id.ts'

/** One run of a resumable task; its fencing token excludes earlier runs. */
export interface TaskRun {
  account: AccountId
  taskId: string
  runId: string
  kind: ContactTaskKind
  input: TaskInput
  refusedFileId: string | null
  /** Cursor of the last written piece, of any run; null: none. */
  cursor: string | null
  doneCount: number
  counts: Partial<Record<ContactTaskOutcome, number>>
}

/** A later run has started, or the task was canceled: this run must stop. */
export class Superseded extends Error {}

/** Starts a run where an earlier one was killed; null when there is nothing to do. */
export function beginRun(db: Db, account: AccountId, taskId: string): Promise<TaskRun | null> {
  const runId = newId()
  return asAccount(db, account, async tx => {
    const row = await tx
      .updateTable('contact_task')
      .set({ state: 'running', run_id: runId })
      .where('account_id', '=', account)
      .where('task_id', '=', taskId)
      .where('state', 'in', ['waiting', 'running'])
      .returningAll()
      .executeTakeFirst()
    if (!row) return null
    return {
      account,
      taskId,
      runId,
      kind: row.kind,
      input: row.input,
      refusedFileId: row.refused_file_id,
      cursor: row.cursor,
      doneCount: row.done_count,
      counts: row.counts,
    }
  })
}

export interface Piece {
  cursor: string
  doneCount: number
  counts: Partial<Record<ContactTaskOutcome, number>>
  /** Set when it becomes known during the run. */
  totalCount?: number
}

/**
 * Does a piece and records the progress in the same transaction. `work` returns null when nothing is left; then so does
 * this. Throws Superseded.
 */
export function doPiece(db: Db, run: TaskRun, work: (tx: Tx) => Promise<Piece | null>): Promise<Piece | null> {
  return whileRunning(db, run, async tx => {
    const piece = await work(tx)
    if (!piece) return null
    run.cursor = piece.cursor
    run.doneCount += piece.doneCount
    for (const [outcome, count] of Object.entries(piece.counts) as [ContactTaskOutcome, number][])
      if (count > 0) run.counts[outcome] = (run.counts[outcome] ?? 0) + count
    await sql`update contact_task set cursor = ${run.cursor}, done_count = ${run.doneCount}, counts = ${JSON.stringify(run.counts)}::jsonb,
      total_count = coalesce(${piece.totalCount ?? null}::integer, total_count)
      where account_id = ${run.account} and task_id = ${run.taskId}`.execute(tx)
    return piece
  })
}

/** Ends a task that is done; estimated counts become final. */
export const finishRun = (db: Db, run: TaskRun, now: Date) => endRun(db, run, { state: 'done', failure: null, now })

/** Ends a task that can't continue; what was done stays. */
export const failRun = (db: Db, run: TaskRun, failure: string, now: Date) => endRun(db, run, { state: 'failed', failure, now })

const endRun = (db: Db, run: TaskRun, end: { state: 'done' | 'failed'; failure: string | null; now: Date }) =>
  whileRunning(db, run, tx =>
    sql`update contact_task set state = ${end.state}, failure = ${end.failure}, ended_at = ${end.now}, run_id = null,
      total_count = case when ${end.state} = 'done' then done_count else total_count end
      where account_id = ${run.account} and task_id = ${run.taskId}`.execute(tx),
  )

function whileRunning<T>(db: Db, { account, taskId, runId }: TaskRun, work: (tx: Tx) => Promise<T>): Promise<T> {
  return asAccount(db, account, async tx => {
    const { rows } = await sql`select from contact_task
      where account_id = ${account} and task_id = ${taskId} and run_id = ${runId} and state = 'running' for no key update`.execute(tx)
    if (rows.length === 0) throw new Superseded('another run has begun')
    return work(tx)
  })
}
