import { sql } from 'kysely'
import type { z } from 'zod'
import { type LinkBulkAction, type LinkFilter, linkAct, linkFilter } from '#contract/links/link-list.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db, Executor, Tx } from '#db/connect.ts'
import { type Piece, TaskKind, type TaskRun } from '#domain/tasks/index.ts'
import type { ReversibleAct } from '#domain/undo-record/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { countLinks } from './list.ts'
import { linkWhere } from './list-where.ts'
import { changeLinks, isReversible, requireAct } from './many.ts'
import { recordLinks } from './reversible.ts'

/** Moves a group's links out of it, then deletes it. */
interface GroupDeletion {
  kind: 'dissolve'
  linkGroupId: string
}

/** As contract/links/link-list.ts has both on the wire. */
interface TaskInput {
  act: GroupDeletion | z.input<typeof linkAct>
  filter: z.input<typeof linkFilter>
}

/** From the newest link to the oldest; the cursor is the last one that is done. */
const linkTasks = new TaskKind<TaskInput, 'changed'>('link_task', { tasks: limits.linkTasks, refusal: 'link_tasks_busy' })

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
  { filter, act, ...starting }: Starting & { filter: LinkFilter; act: LinkBulkAction },
): Promise<{ taskId: string }> {
  await requireAct(tx, account, act, starting.now)
  return start(tx, account, filter, act, starting)
}

/** Starts the deletion of a group with many links. Refuses `link_tasks_busy`. */
export const startGroupDeletion = (tx: Tx, account: AccountId, { linkGroupId, ...starting }: Starting & { linkGroupId: string }) =>
  start(tx, account, { linkGroupId }, { kind: 'dissolve', linkGroupId }, starting)

async function start(
  tx: Tx,
  account: AccountId,
  filter: LinkFilter,
  act: LinkBulkAction | GroupDeletion,
  { memberId, ...seen }: Starting,
): Promise<{ taskId: string }> {
  const totalCount = await countLinks(tx, account, filter, seen)
  if (totalCount === 0) refuse('links_none')
  const input = { act: act.kind === 'dissolve' ? act : linkAct.encode(act), filter: linkFilter.encode(filter) }
  return linkTasks.start(tx, account, { input, totalCount, memberId, now: seen.now })
}

interface RunOptions {
  db: Db
  now: () => Date
  shortLinkUrl: string
  /** Links per transaction. */
  pieceRows?: number
}

/** Runs an act on many links (domain/tasks/). */
export function runLinkTask(account: AccountId, taskId: string, { pieceRows = 2_000, ...options }: RunOptions): Promise<void> {
  return linkTasks.run(account, taskId, options, async run => {
    const { act } = run.task.input
    while (await run.piece(tx => actPiece(tx, run, { ...options, pieceRows })));
    if (act.kind !== 'dissolve') return
    await run.piece(async tx => {
      const { taskId, memberId } = run.task
      await dropGroupReversibly(tx, account, { ...act, linkIds: [], undoId: taskId, memberId, now: options.now() })
      return {}
    })
  })
}

async function actPiece(
  tx: Tx,
  { account, task }: TaskRun<TaskInput, 'changed', string>,
  { now, shortLinkUrl, pieceRows }: Omit<RunOptions, 'db'> & { pieceRows: number },
): Promise<Piece<'changed'> | null> {
  const { taskId, input, cursor, createdAt, memberId } = task
  // The filter as of the start of the task, so that links don't expire meanwhile.
  const { where } = await linkWhere(tx, account, linkFilter.decode(input.filter), { now: createdAt, shortLinkUrl })
  const { rows } = await sql<{ linkId: string }>`
    select link_id from link where ${where} and link_id < ${cursor ?? taskId} order by link_id desc limit ${pieceRows}`.execute(tx)
  if (rows.length === 0) return null
  const act = input.act.kind === 'dissolve' ? ({ kind: 'move', linkGroupId: null } as const) : linkAct.decode(input.act)
  await requireAct(tx, account, act, createdAt)
  const linkIds = rows.map(row => row.linkId)
  const at = now()
  const change = async () => ({ changed: await changeLinks(tx, account, linkIds, act, { memberId, now: at, shortLinkUrl }) })
  const { changed } = await (isReversible(act)
    ? recordLinks(tx, account, { undoId: taskId, memberId, now: at, linkIds }, change)
    : change())
  return { cursor: lastOrThrow(linkIds), doneCount: linkIds.length, counts: { changed } }
}

/** Moves links out of their group and deletes it, so that both can be undone. */
export async function dropGroupReversibly(
  tx: Tx,
  account: AccountId,
  { linkGroupId, linkIds, ...act }: ReversibleAct & { linkGroupId: string; linkIds: readonly string[] },
  empty: () => Promise<unknown> = async () => undefined,
) {
  const group = await tx
    .selectFrom('linkGroup')
    .select(['groupId', 'name', 'createdAt'])
    .where('accountId', '=', account)
    .where('groupId', '=', linkGroupId)
    .executeTakeFirst()
  const deleted = group && { linkGroup: { ...group, createdAt: group.createdAt.toISOString() } }
  return recordLinks(tx, account, { ...act, linkIds, deleted }, async () => {
    await empty()
    await dropGroup(tx, account, linkGroupId)
    return {}
  })
}

/** Deletes a group without live links; links added meanwhile, and deleted ones, lose it without a history line. */
async function dropGroup(tx: Tx, account: AccountId, linkGroupId: string): Promise<void> {
  await tx.updateTable('link').set({ groupId: null }).where('accountId', '=', account).where('groupId', '=', linkGroupId).execute()
  await tx.deleteFrom('linkGroup').where('accountId', '=', account).where('groupId', '=', linkGroupId).execute()
}

const shownTasks = 10

/** The newest tasks. */
export const listLinkTasks = async (executor: Executor, account: AccountId) =>
  (await linkTasks.list(executor, account, shownTasks)).map(task => ({
    ...task,
    kind: task.input.act.kind,
    changedCount: task.counts.changed ?? 0,
  }))

/** Stops a task; what it has done stays done. Refuses `not_found` and `state_forbids`. */
export const cancelLinkTask = (tx: Tx, account: AccountId, one: { taskId: string; now: Date }) => linkTasks.cancel(tx, account, one)
