import { sql } from 'kysely'
import {
  type LinkFilter,
  type LinkManyAct,
  type LinkTaskState,
  linkAct,
  linkFilter,
  linkTaskStates,
  unfinishedLinkTasks,
} from '#contract/links/link-list.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { countLinks } from './list.ts'
import { linkWhere } from './list-where.ts'
import { changeLinks, requireAct } from './many.ts'

/** Moves a group's links out of it, then deletes it. */
interface Dissolve {
  kind: 'dissolve'
  linkGroupId: string
}

interface Starting {
  memberId: string
  now: Date
  shortLinkUrl: string
}

/**
 * Starts a bulk action on all links of a filter in the background. Refuses `not_found`, `link_end_past`, `links_none`
 * and `link_tasks_busy`.
 */
export async function startLinkTask(
  tx: Tx,
  account: AccountId,
  { filter, act, ...starting }: Starting & { filter: LinkFilter; act: LinkManyAct },
): Promise<{ taskId: string }> {
  await requireAct(tx, account, act, starting.now)
  return start(tx, account, filter, act, starting)
}

/** Starts the deletion of a group with many links. Refuses `link_tasks_busy`. */
export const startDissolve = (tx: Tx, account: AccountId, { linkGroupId, ...starting }: Starting & { linkGroupId: string }) =>
  start(tx, account, { linkGroupId }, { kind: 'dissolve', linkGroupId }, starting)

async function start(
  tx: Tx,
  account: AccountId,
  filter: LinkFilter,
  act: LinkManyAct | Dissolve,
  { memberId, ...seen }: Starting,
): Promise<{ taskId: string }> {
  const unfinished = await tx
    .selectFrom('link_task')
    .select('task_id')
    .where('account_id', '=', account)
    .where('state', 'in', [...unfinishedLinkTasks])
    .execute()
  if (unfinished.length >= limits.linkTasks) refuse('link_tasks_busy', { count: unfinished.length })
  const totalCount = await countLinks(tx, account, filter, seen)
  if (totalCount === 0) refuse('links_none')
  const taskId = newId()
  await tx
    .insertInto('link_task')
    .values({
      account_id: account,
      task_id: taskId,
      act: JSON.stringify(act.kind === 'dissolve' ? act : linkAct.encode(act)),
      filter: JSON.stringify(linkFilter.encode(filter)),
      state: 'waiting',
      total_count: totalCount,
      member_id: memberId,
      created_at: seen.now,
    })
    .execute()
  await enqueueJob(tx, 'link_task', { accountId: account, taskId }, { key: `link_task:${taskId}` })
  return { taskId }
}

interface RunOptions {
  db: Db
  now: () => Date
  shortLinkUrl: string
  /** Links per transaction. */
  pieceRows?: number
}

/**
 * Resumable task: runs from its cursor to its end, piece by piece. Safe against crashes and concurrent runs: no link is
 * changed twice.
 */
export async function runLinkTask(account: AccountId, taskId: string, { db, pieceRows = 2_000, ...options }: RunOptions): Promise<void> {
  const piece = () => asAccount(db, account, tx => doPiece(tx, account, taskId, { ...options, pieceRows }))
  try {
    while (await piece());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await asAccount(db, account, tx => end(tx, account, taskId, { state: 'failed', failure: error.message, ended_at: options.now() }))
  }
}

/** One piece; returns whether there may be another. Holds the task's row lock. */
async function doPiece(
  tx: Tx,
  account: AccountId,
  taskId: string,
  { now, shortLinkUrl, pieceRows }: Omit<RunOptions, 'db'> & { pieceRows: number },
): Promise<boolean> {
  const task = await tx
    .selectFrom('link_task')
    .selectAll()
    .where('account_id', '=', account)
    .where('task_id', '=', taskId)
    .where('state', 'in', [...unfinishedLinkTasks])
    .forUpdate()
    .executeTakeFirst()
  if (!task) return false
  const at = now()
  // The filter as of the start of the task, so that links don't expire meanwhile.
  const { where } = await linkWhere(tx, account, linkFilter.decode(task.filter), { now: task.created_at, shortLinkUrl })
  const { rows } = await sql<{ link_id: string }>`
    select link_id from link where ${where} and link_id < ${task.cursor ?? taskId} order by link_id desc limit ${pieceRows}`.execute(tx)
  const given = task.act
  const act = given.kind === 'dissolve' ? ({ kind: 'move', linkGroupId: null } as const) : linkAct.decode(given)
  if (rows.length === 0) {
    if (given.kind === 'dissolve') await dropGroup(tx, account, given.linkGroupId)
    await end(tx, account, taskId, { state: 'done', ended_at: at })
    return false
  }
  await requireAct(tx, account, act, task.created_at)
  const linkIds = rows.map(row => row.link_id)
  const changedCount = await changeLinks(tx, account, linkIds, act, { memberId: task.member_id, now: at, shortLinkUrl })
  await tx
    .updateTable('link_task')
    .set({
      state: 'running',
      cursor: lastOrThrow(linkIds),
      done_count: sql`done_count + ${linkIds.length}`,
      changed_count: sql`changed_count + ${changedCount}`,
    })
    .where('account_id', '=', account)
    .where('task_id', '=', taskId)
    .execute()
  return true
}

/** Deletes a group without live links; links added meanwhile, and deleted ones, lose it without a history line. */
export async function dropGroup(tx: Tx, account: AccountId, linkGroupId: string): Promise<void> {
  await tx.updateTable('link').set({ group_id: null }).where('account_id', '=', account).where('group_id', '=', linkGroupId).execute()
  await tx.deleteFrom('link_group').where('account_id', '=', account).where('group_id', '=', linkGroupId).execute()
}

const end = (tx: Tx, account: AccountId, taskId: string, outcome: { state: LinkTaskState; failure?: string; ended_at: Date }) =>
  tx.updateTable('link_task').set(outcome).where('account_id', '=', account).where('task_id', '=', taskId).execute()

const shownTasks = 10

/** The newest tasks. */
export async function listLinkTasks(executor: Executor, account: AccountId) {
  const rows = await executor
    .selectFrom('link_task')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('task_id', 'desc')
    .limit(shownTasks)
    .execute()
  return rows.map(row => ({
    taskId: row.task_id,
    kind: row.act.kind,
    state: row.state,
    totalCount: row.total_count,
    doneCount: row.done_count,
    changedCount: row.changed_count,
    failure: row.failure,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }))
}

/** Cancels an unfinished task; changes made stay. Refuses `not_found` and `state_forbids`. */
export async function cancelLinkTask(tx: Tx, account: AccountId, { taskId, now }: { taskId: string; now: Date }): Promise<void> {
  const task = await tx
    .selectFrom('link_task')
    .select('state')
    .where('account_id', '=', account)
    .where('task_id', '=', taskId)
    .forUpdate()
    .executeTakeFirst()
  if (!task) return refuse('not_found')
  const state = task.state
  if (!unfinishedLinkTasks.some(one => one === state)) refuse('state_forbids', { state: linkTaskStates[state].name, action: '停止' })
  await end(tx, account, taskId, { state: 'canceled', ended_at: now })
}
