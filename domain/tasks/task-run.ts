import { sql } from 'kysely'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import type { Task } from './task.ts'

/** Another run has begun, or the task was stopped: this run commits nothing more. */
export class Superseded extends Error {}

/** What a transaction adds to its task; what is left out stays as it is. */
export interface Piece<Outcome extends string, Cursor = string> {
  cursor?: Cursor
  doneCount?: number
  counts?: Partial<Record<Outcome, number>>
  totalCount?: number
}

/** One run of a task; a later one has a higher fencing token and shuts it out. */
export class TaskRun<Input, Outcome extends string, Cursor> {
  readonly account: AccountId
  /** As of the last committed piece. */
  task: Task<Input, Outcome, Cursor>
  readonly #db: Db
  readonly #fencingToken: number

  constructor(db: Db, account: AccountId, task: Task<Input, Outcome, Cursor>, fencingToken: number) {
    this.#db = db
    this.account = account
    this.task = task
    this.#fencingToken = fencingToken
  }

  /** Does a piece and records its progress in one transaction; false when `work` returns null. Throws Superseded. */
  async piece(work: (tx: Tx) => Promise<Piece<Outcome, Cursor> | null>): Promise<boolean> {
    const next = await this.#whileRunning(async tx => {
      const piece = await work(tx)
      if (!piece) return null
      const { task } = this
      const next = {
        ...task,
        cursor: piece.cursor ?? task.cursor,
        totalCount: piece.totalCount ?? task.totalCount,
        doneCount: task.doneCount + (piece.doneCount ?? 0),
        counts: sumOf(task.counts, piece.counts ?? {}),
      }
      await sql`update task set cursor = ${next.cursor === null ? null : JSON.stringify(next.cursor)}::jsonb, total_count = ${next.totalCount},
        done_count = ${next.doneCount}, counts = ${JSON.stringify(next.counts)}::jsonb
        where account_id = ${this.account} and task_id = ${task.taskId}`.execute(tx)
      return next
    })
    if (next) this.task = next
    return next !== null
  }

  /** Ends the task: failed with a sentence, or done, when its total is known. Throws Superseded. */
  async end(now: Date, failure: string | null): Promise<void> {
    const state = failure === null ? 'done' : 'failed'
    await this.#whileRunning(tx =>
      sql`update task set state = ${state}, failure = ${failure}, ended_at = ${now},
        total_count = case when ${state} = 'done' then done_count else total_count end
        where account_id = ${this.account} and task_id = ${this.task.taskId}`.execute(tx),
    )
  }

  #whileRunning<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return asAccount(this.#db, this.account, async tx => {
      const { rows } = await sql`select from task where account_id = ${this.account} and task_id = ${this.task.taskId}
        and fencing_token = ${this.#fencingToken} and state = 'running' for no key update`.execute(tx)
      if (rows.length === 0) throw new Superseded('another run has begun')
      return work(tx)
    })
  }
}

function sumOf<Outcome extends string>(
  before: Partial<Record<Outcome, number>>,
  added: Partial<Record<Outcome, number>>,
): Partial<Record<Outcome, number>> {
  const counts = { ...before }
  for (const outcome of keysOf(added)) {
    const count = added[outcome] ?? 0
    if (count > 0) counts[outcome] = (counts[outcome] ?? 0) + count
  }
  return counts
}
