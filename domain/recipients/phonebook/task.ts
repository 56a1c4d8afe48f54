import { sql } from 'kysely'
import {
  type ContactAct,
  type ContactTaskKind,
  type ContactTaskOutcome,
  failedOutcomes,
  type ImportMapping,
  type KeepRule,
} from '#contract/recipients/contact-task.ts'
import { type Consent, type ContactFilter, consentKinds } from '#contract/recipients/phonebook.ts'
import { refuse } from '#contract/refusals.ts'
import { taskStates } from '#contract/tasks/task.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type Piece, type Task, TaskKind, type TaskRun } from '#domain/tasks/index.ts'
import { findUndos, type ReversibleAct } from '#domain/undo-record/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { RefusedFile } from '../upload/refused-rows.ts'
import { countSelection, selectionOf } from './filter.ts'
import { countDuplicates } from './merge.ts'

/** Input of a task, as its row stores it. */
export interface TaskInput {
  kind: ContactTaskKind
  /** As people read it. */
  subject: string
  /** Of an import. */
  refusedFileId?: string
  filter?: ContactFilter
  groupId?: string
  tagId?: string
  keep?: KeepRule
  fieldKey?: number
  consent?: Consent
  uploadId?: string
  mapping?: ImportMapping
}

export type ContactTaskRun = TaskRun<TaskInput, ContactTaskOutcome, string>
export type ContactPiece = Piece<ContactTaskOutcome>

/** The cursor is the last contact, number or row that is done. */
export const contactTasks = new TaskKind<TaskInput, ContactTaskOutcome>('contact_task', {
  tasks: limits.contactTasks,
  refusal: 'contact_tasks_busy',
})

/** A task's changes are recorded under its own id. */
export const undoableBy = ({ task: { taskId, memberId } }: ContactTaskRun, now: Date): ReversibleAct => ({ undoId: taskId, memberId, now })

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
    return contactTasks.start(tx, account, {
      ...starter,
      totalCount: phoneCount,
      input: { kind: 'merge', subject: '全部分组', keep: act.keep },
    })
  }
  const { kind, filter, ...target } = act
  const totalCount = await countSelection(tx, account, await selectionOf(tx, account, filter))
  if (totalCount === 0) refuse('contacts_none')
  const subject = 'consent' in target ? consentKinds[target.consent.kind] : await subjectOf(tx, account, target)
  return contactTasks.start(tx, account, { ...starter, totalCount, input: { kind, subject, filter: sentFilter(filter), ...target } })
}

/** Starts the import of an uploaded file. Refuses `not_found`, `input_invalid` and `contact_tasks_busy`. */
export async function startImport(
  tx: Tx,
  account: AccountId,
  { uploadId, groupId, memberId, now, ...mapping }: Starter & ImportMapping & { uploadId: string; groupId: string },
): Promise<{ taskId: string }> {
  const upload = await tx
    .selectFrom('upload')
    .select(['fileName', 'shape', 'state'])
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .executeTakeFirst()
  if (!upload || upload.state === 'canceled') refuse('not_found')
  const columnCount = upload.shape.columns.length
  const columns = [mapping.phoneColumn, mapping.nameColumn, mapping.remarkColumn, mapping.tagsColumn].filter(one => one !== null)
  const used = [...columns, ...mapping.fieldColumns.map(one => one.column)]
  if (used.some(column => column >= columnCount) || new Set(used).size < used.length)
    refuse('input_invalid', {}, { columns: '每一列只能对应一项内容' })
  for (const tagId of mapping.tagIds) await subjectOf(tx, account, { tagId })
  const subject = `${upload.fileName} → ${await subjectOf(tx, account, { groupId })}`
  const input = { kind: 'import', subject, uploadId, groupId, mapping, refusedFileId: newId() } as const
  return contactTasks.start(tx, account, { input, memberId, now })
}

/** Starts the deletion of a deleted field's contents. Refuses `contact_tasks_busy`. */
export const startClearField = (tx: Tx, account: AccountId, { fieldKey, ...starter }: Starter & { fieldKey: number }) =>
  contactTasks.start(tx, account, { ...starter, input: { kind: 'clear_field', subject: '已删除的字段', fieldKey } })

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
export const listTasks = async (executor: Executor, account: AccountId, now: Date) =>
  present(executor, account, await contactTasks.list(executor, account, shownTasks), now)

/** Refuses `not_found`. */
export const readTask = async (executor: Executor, account: AccountId, taskId: string, now: Date) =>
  firstOrThrow(await present(executor, account, [await contactTasks.read(executor, account, taskId)], now))

/**
 * The file of rows that an import refused, and the session that uploaded the list. Refuses `not_found` when there is
 * none.
 */
export async function refusedContactsFile(executor: Executor, account: AccountId, taskId: string): Promise<RefusedFile> {
  const task = await contactTasks.read(executor, account, taskId)
  if (!hasRefusedRows(task)) refuse('not_found')
  const { uploadId, refusedFileId, subject } = task.input
  const upload = await executor
    .selectFrom('upload')
    .select(['sessionId', 'shape'])
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId!)
    .executeTakeFirst()
  const isWorkbook = upload?.shape.format === 'xlsx'
  return { fileId: refusedFileId!, sessionId: upload?.sessionId ?? null, fileName: subject, isWorkbook }
}

/** Cancels an unfinished task; what was done stays. Refuses `not_found` and `state_forbids`. */
export async function cancelTask(tx: Tx, account: AccountId, { taskId, now }: { taskId: string; now: Date }): Promise<void> {
  const { input, state } = await contactTasks.read(tx, account, taskId)
  if (input.kind === 'clear_field') refuse('state_forbids', { state: taskStates[state], action: '停止' })
  await contactTasks.cancel(tx, account, { taskId, now })
}

type ContactTask = Task<TaskInput, ContactTaskOutcome, string>

async function present(executor: Executor, account: AccountId, tasks: readonly ContactTask[], now: Date) {
  const ids = tasks.map(task => task.taskId)
  const undos = await findUndos(executor, account, ids, now)
  return tasks.map(task => ({
    ...task,
    kind: task.input.kind,
    subject: task.input.subject,
    hasRefusedRows: hasRefusedRows(task),
    undo: undos.get(task.taskId) ?? null,
  }))
}

const hasRefusedRows = ({ state, input, counts }: ContactTask) =>
  state === 'done' && input.refusedFileId !== undefined && failedOutcomes.some(outcome => (counts[outcome] ?? 0) > 0)
