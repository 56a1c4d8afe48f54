import { sql } from 'kysely'
import {
  type ContactAct,
  type ContactTaskKind,
  contactTaskStates,
  failedOutcomes,
  type ImportMapping,
  unfinishedTaskStates,
} from '#contract/recipients/contact-task.ts'
import { type ContactFilter, consentKinds } from '#contract/recipients/phonebook.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { TaskInput } from '#db/json.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { countSelection, selectionOf } from './filter.ts'
import { countDuplicates } from './merge.ts'

interface Starter {
  memberId: string
  now: Date
}

/**
 * Starts an act on all contacts of a filter in the background. Refuses `not_found`, `contacts_none` and
 * `contact_tasks_busy`.
 */
export async function startAct(
  tx: Tx,
  account: AccountId,
  { act, ...starter }: Starter & { act: ContactAct },
): Promise<{ taskId: string }> {
  if (act.kind === 'merge') {
    const { surplusCount, phoneCount } = await countDuplicates(tx, account)
    if (surplusCount === 0) refuse('contacts_none')
    return startTask(tx, account, { ...starter, kind: 'merge', totalCount: phoneCount, input: { subject: '全部分组', keep: act.keep } })
  }
  const { kind, filter, ...target } = act
  const totalCount = await countSelection(tx, account, await selectionOf(tx, account, filter))
  if (totalCount === 0) refuse('contacts_none')
  const subject = 'consent' in target ? consentKinds[target.consent.kind] : await subjectOf(tx, account, target)
  return startTask(tx, account, { ...starter, kind, totalCount, input: { subject, filter: sentFilter(filter), ...target } })
}

/** Starts the import of an uploaded file. Refuses `not_found`, `input_invalid` and `contact_tasks_busy`. */
export async function startImport(
  tx: Tx,
  account: AccountId,
  { uploadId, groupId, memberId, now, ...mapping }: Starter & ImportMapping & { uploadId: string; groupId: string },
): Promise<{ taskId: string }> {
  const upload = await tx
    .selectFrom('upload')
    .select(['file_name', 'shape', 'state'])
    .where('account_id', '=', account)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst()
  if (!upload || upload.state === 'canceled') refuse('not_found')
  const columnCount = upload.shape.columns.length
  const columns = [mapping.phoneColumn, mapping.nameColumn, mapping.remarkColumn, mapping.tagsColumn].filter(one => one !== null)
  const used = [...columns, ...mapping.fieldColumns.map(one => one.column)]
  if (used.some(column => column >= columnCount) || new Set(used).size < used.length)
    refuse('input_invalid', {}, { columns: '每一列只能对应一项内容' })
  for (const tagId of mapping.tagIds) await subjectOf(tx, account, { tagId })
  const subject = `${upload.file_name} → ${await subjectOf(tx, account, { groupId })}`
  return startTask(tx, account, { kind: 'import', memberId, now, totalCount: null, input: { subject, uploadId, groupId, mapping } })
}

/** Starts the deletion of a deleted field's contents. Refuses `contact_tasks_busy`. */
export const startClearField = (tx: Tx, account: AccountId, { fieldKey, ...starter }: Starter & { fieldKey: number }) =>
  startTask(tx, account, { ...starter, kind: 'clear_field', totalCount: null, input: { subject: '已删除的字段', fieldKey } })

async function startTask(
  tx: Tx,
  account: AccountId,
  { kind, totalCount, input, memberId, now }: Starter & { kind: ContactTaskKind; totalCount: number | null; input: TaskInput },
): Promise<{ taskId: string }> {
  const unfinished = await tx
    .selectFrom('contact_task')
    .select('task_id')
    .where('account_id', '=', account)
    .where('state', 'in', [...unfinishedTaskStates])
    .execute()
  if (unfinished.length >= limits.contactTasks) refuse('contact_tasks_busy', { count: unfinished.length })
  const taskId = newId()
  await tx
    .insertInto('contact_task')
    .values({
      account_id: account,
      task_id: taskId,
      kind,
      state: 'waiting',
      input: JSON.stringify(input),
      total_count: totalCount,
      refused_file_id: kind === 'import' ? newId() : null,
      member_id: memberId,
      created_at: now,
    })
    .execute()
  await enqueueJob(tx, 'contact_task', { accountId: account, taskId }, { key: `contact_task:${taskId}` })
  return { taskId }
}

/** The name of a task's group or tag. Refuses `not_found`. */
async function subjectOf(tx: Tx, account: AccountId, { groupId, tagId }: { groupId?: string; tagId?: string }): Promise<string> {
  if (groupId) {
    const { rows } = await sql<{ name: string }>`
      select name from contact_group where account_id = ${account} and group_id = ${groupId}`.execute(tx)
    return rows[0]?.name ?? refuse('not_found')
  }
  if (!tagId) return ''
  const { rows } = await sql<{ name: string }>`select name from contact_tag where account_id = ${account} and tag_id = ${tagId}`.execute(tx)
  return rows[0]?.name ?? refuse('not_found')
}

const sentFilter = (filter: ContactFilter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

const shownTasks = 20

/** The newest tasks. */
export async function listTasks(executor: Executor, account: AccountId) {
  const rows = await executor
    .selectFrom('contact_task')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('task_id', 'desc')
    .limit(shownTasks)
    .execute()
  return rows.map(presentTask)
}

/** Refuses `not_found`. */
export async function readTask(executor: Executor, account: AccountId, taskId: string) {
  const row = await taskRow(executor, account, taskId)
  return row ? presentTask(row) : refuse('not_found')
}

/**
 * The file of rows that an import refused, and the session that uploaded the list. Refuses `not_found` when there is
 * none.
 */
export async function refusedContactsFile(
  executor: Executor,
  account: AccountId,
  taskId: string,
): Promise<{ fileId: string; sessionId: string | null; fileName: string }> {
  const row = await taskRow(executor, account, taskId)
  if (!row || !presentTask(row).hasRefusedRows) refuse('not_found')
  const input = row.input
  const upload = await executor
    .selectFrom('upload')
    .select('session_id')
    .where('account_id', '=', account)
    .where('upload_id', '=', input.uploadId!)
    .executeTakeFirst()
  return { fileId: row.refused_file_id!, sessionId: upload?.session_id ?? null, fileName: input.subject }
}

/** Cancels an unfinished task; what was done stays. Refuses `not_found` and `state_forbids`. */
export async function cancelTask(tx: Tx, account: AccountId, { taskId, now }: { taskId: string; now: Date }): Promise<void> {
  const canceled = await tx
    .updateTable('contact_task')
    .set({ state: 'canceled', run_id: null, ended_at: now })
    .where('account_id', '=', account)
    .where('task_id', '=', taskId)
    .where('state', 'in', [...unfinishedTaskStates])
    .where('kind', '<>', 'clear_field')
    .returning('task_id')
    .executeTakeFirst()
  if (canceled) return
  const { state } = await readTask(tx, account, taskId)
  refuse('state_forbids', { state: contactTaskStates[state].name, action: '取消' })
}

const taskRow = (executor: Executor, account: AccountId, taskId: string) =>
  executor.selectFrom('contact_task').selectAll().where('account_id', '=', account).where('task_id', '=', taskId).executeTakeFirst()

function presentTask(row: NonNullable<Awaited<ReturnType<typeof taskRow>>>) {
  const counts = row.counts
  return {
    taskId: row.task_id,
    kind: row.kind,
    state: row.state,
    subject: row.input.subject,
    totalCount: row.total_count,
    doneCount: row.done_count,
    counts,
    failure: row.failure,
    hasRefusedRows: row.state === 'done' && row.refused_file_id !== null && failedOutcomes.some(outcome => (counts[outcome] ?? 0) > 0),
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
}
