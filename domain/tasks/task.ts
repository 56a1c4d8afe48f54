import { sql } from 'kysely'
import { Refusal, refuse } from '#contract/refusals.ts'
import { type TaskProgress, type TaskState, taskStates, unfinishedTaskStates } from '#contract/tasks/task.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { pick } from '#values/pick.ts'
import { Superseded, TaskRun } from './task-run.ts'

export interface Task<Input, Outcome extends string, Cursor> extends TaskProgress {
  taskId: string
  /** As it was given to `start`, read back from JSON: moments are texts. */
  input: Input
  /** Where the next piece begins; null: no piece has set it. */
  cursor: Cursor | null
  counts: Partial<Record<Outcome, number>>
  memberId: string | null
}

/** At most so many unfinished tasks of a kind in an account. */
interface Limit {
  tasks: number
  refusal: 'contact_tasks_busy' | 'link_tasks_busy' | 'link_batches_busy'
}

interface NewTask<Input> {
  taskId?: string
  input: Input
  totalCount?: number | null
  memberId: string | null
  now: Date
}

interface Change {
  from: readonly TaskState[]
  set: { state: TaskState; failure?: null; endedAt: Date | null; totalCount?: null; input?: string }
  action: string
}

interface RunOptions {
  db: Db
  now: () => Date
}

type Row = Awaited<ReturnType<ReturnType<typeof tasksOf>['executeTakeFirstOrThrow']>>

type KindName = 'contact_task' | 'import_blacklist' | 'link_task' | 'make_links' | 'undo'

const tasksOf = (executor: Executor, account: AccountId, kind: KindName) =>
  executor.selectFrom('task').selectAll().where('accountId', '=', account).where('kind', '=', kind)

/** A kind of resumable task: its input, outcomes and cursor. The background job of the same name runs it. */
export class TaskKind<Input extends object, Outcome extends string, Cursor = string> {
  readonly #kind: KindName
  readonly #limit: Limit | null

  constructor(kind: KindName, limit: Limit | null) {
    this.#kind = kind
    this.#limit = limit
  }

  /** Has a task run once this transaction has committed. Refuses as its limit says. */
  async start(tx: Tx, account: AccountId, { taskId = newId(), ...task }: NewTask<Input>): Promise<{ taskId: string }> {
    await this.#requireRoom(tx, account)
    await tx
      .insertInto('task')
      .values({
        accountId: account,
        taskId,
        kind: this.#kind,
        state: 'waiting',
        input: JSON.stringify(task.input),
        totalCount: task.totalCount ?? null,
        memberId: task.memberId,
        createdAt: task.now,
      })
      .execute()
    await this.#enqueue(tx, account, taskId)
    return { taskId }
  }

  /** The newest. */
  async list(executor: Executor, account: AccountId, limit: number): Promise<Task<Input, Outcome, Cursor>[]> {
    const rows = await tasksOf(executor, account, this.#kind).orderBy('taskId', 'desc').limit(limit).execute()
    return rows.map(row => this.#present(row))
  }

  /** Refuses `not_found`. */
  async read(executor: Executor, account: AccountId, taskId: string): Promise<Task<Input, Outcome, Cursor>> {
    const row = await tasksOf(executor, account, this.#kind).where('taskId', '=', taskId).executeTakeFirst()
    return row ? this.#present(row) : refuse('not_found')
  }

  /** Stops an unfinished task: the run at hand commits no further piece. Refuses `not_found` and `state_forbids`. */
  cancel(tx: Tx, account: AccountId, { taskId, now }: { taskId: string; now: Date }): Promise<void> {
    return this.#change(tx, account, taskId, { from: unfinishedTaskStates, set: { state: 'canceled', endedAt: now }, action: '停止' })
  }

  /** Resumes a failed or stopped task. Refuses `not_found`, `state_forbids` and as its limit says. */
  async resume(tx: Tx, account: AccountId, taskId: string): Promise<void> {
    await this.#requireRoom(tx, account)
    const set = { state: 'waiting', failure: null, endedAt: null } as const
    await this.#change(tx, account, taskId, { from: ['failed', 'canceled'], set, action: '继续' })
    await this.#enqueue(tx, account, taskId)
  }

  /** Has an ended task go on with more input, behind what is done. Refuses as `resume` does. */
  async extend(tx: Tx, account: AccountId, taskId: string, input: Input): Promise<void> {
    await this.#requireRoom(tx, account)
    const set = { state: 'waiting', failure: null, endedAt: null, totalCount: null, input: JSON.stringify(input) } as const
    await this.#change(tx, account, taskId, { from: ['done', 'failed', 'canceled'], set, action: '补充' })
    await this.#enqueue(tx, account, taskId)
  }

  /**
   * Runs an unfinished task from its cursor to its end. It may be killed anywhere and run again: committed pieces are
   * not repeated, and a run that another has superseded, or whose task was stopped, commits nothing more. A refusal
   * fails the task with its sentence; what is done stays.
   */
  async run(
    account: AccountId,
    taskId: string,
    { db, now }: RunOptions,
    work: (run: TaskRun<Input, Outcome, Cursor>) => Promise<void>,
  ): Promise<void> {
    const row = await asAccount(db, account, tx => this.#begin(tx, account, taskId, now()))
    if (!row) return
    const run = new TaskRun(db, account, this.#present(row), row.fencingToken)
    try {
      try {
        await work(run)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return await run.end(now(), error.message)
      }
      await run.end(now(), null)
    } catch (error) {
      if (!(error instanceof Superseded)) throw error
    }
  }

  #begin(tx: Tx, account: AccountId, taskId: string, now: Date): Promise<Row | undefined> {
    return tx
      .updateTable('task')
      .set({ state: 'running', fencingToken: sql`fencing_token + 1`, startedAt: sql`coalesce(started_at, ${now})` })
      .where('accountId', '=', account)
      .where('taskId', '=', taskId)
      .where('kind', '=', this.#kind)
      .where('state', 'in', [...unfinishedTaskStates])
      .returningAll()
      .executeTakeFirst()
  }

  async #change(tx: Tx, account: AccountId, taskId: string, { from, set, action }: Change): Promise<void> {
    const changed = await tx
      .updateTable('task')
      .set(set)
      .where('accountId', '=', account)
      .where('taskId', '=', taskId)
      .where('kind', '=', this.#kind)
      .where('state', 'in', [...from])
      .returning('taskId')
      .executeTakeFirst()
    if (changed) return
    const { state } = await this.read(tx, account, taskId)
    refuse('state_forbids', { state: taskStates[state], action })
  }

  async #requireRoom(tx: Tx, account: AccountId): Promise<void> {
    if (!this.#limit) return
    const { count } = await tx
      .selectFrom('task')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('accountId', '=', account)
      .where('kind', '=', this.#kind)
      .where('state', 'in', [...unfinishedTaskStates])
      .executeTakeFirstOrThrow()
    if (count >= this.#limit.tasks) refuse(this.#limit.refusal, { count })
  }

  #enqueue(tx: Tx, account: AccountId, taskId: string): Promise<void> {
    return enqueueJob(tx, this.#kind, { accountId: account, taskId }, { key: `${this.#kind}:${taskId}` })
  }

  #present(row: Row): Task<Input, Outcome, Cursor> {
    return {
      ...pick(row, 'taskId', 'state', 'totalCount', 'doneCount', 'failure', 'memberId', 'createdAt', 'startedAt', 'endedAt'),
      input: row.input as Input,
      cursor: row.cursor as Cursor | null,
      counts: row.counts as Task<Input, Outcome, Cursor>['counts'],
    }
  }
}
