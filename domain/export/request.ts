import { z } from 'zod'
import type { ExportFacts, ExportFormat, ExportName } from '#contract/export/export.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type ExportColumn, type ExportSource, maskedFacts } from '#domain/export-source/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import type { Requester } from './act.ts'
import { spendConfirmation } from './confirm.ts'
import { enqueueWriting, resetProgress } from './job.ts'
import { requireExportPermission } from './permission.ts'
import { exportSourceOf } from './sources.ts'

type SentFilter = Record<string, string | number | boolean>

interface Chosen {
  source: ExportName
  /** The filter as sent to the list's own call. */
  filter: SentFilter
}

export interface ExportRequest extends Chosen {
  /** Keys of the source's columns. */
  columns: string[]
  format: ExportFormat
  isFull: boolean
}

type OfferedColumn = Required<Pick<ExportColumn, 'key' | 'title' | 'kind' | 'isExtra'>>

/** Describes what can be exported of a list with its current filter. Refuses `not_allowed`, `input_invalid`. */
export async function offerExport(
  tx: Tx,
  account: AccountId,
  { source: name, filter: sent }: Chosen,
  { role, now }: Pick<Requester, 'role' | 'now'>,
): Promise<{ facts: ExportFacts; columns: OfferedColumn[]; unfinishedCount: number }> {
  requireExportPermission(role, name, false)
  const source = exportSourceOf(name)
  const filter = source.fix(parse(source, sent), now)
  const facts = maskedFacts(await source.describe(tx, account, filter))
  const columns = source.columns.map(({ key, title, kind, isExtra = false }) => ({ key, title, kind, isExtra }))
  return { facts, columns, unfinishedCount: await countUnfinished(tx, account) }
}

/**
 * Requests an export. It includes the rows that match the filter up to now, with their content at the time of writing.
 * Refuses `not_allowed`, `input_invalid`, `export_code_required` (unmasked numbers), `export_too_many`, `export_empty`,
 * `storage_full`.
 */
export async function requestExport(
  tx: Tx,
  account: AccountId,
  files: Files,
  request: ExportRequest,
  requester: Requester,
  minFreeBytes: number = limits.minFreeBytes,
): Promise<{ exportId: string }> {
  requireExportPermission(requester.role, request.source, request.isFull)
  const source = exportSourceOf(request.source)
  const filter = source.fix(parse(source, request.filter), requester.now)
  const columns = source.columns.filter(column => request.columns.includes(column.key)).map(column => column.key)
  if (columns.length === 0) refuse('input_invalid', {}, { columns: '请至少选择一列' })
  await hasRoom(tx, account, files, minFreeBytes)
  if (await isEmpty(tx, account, source, filter)) refuse('export_empty')
  const hasPhone = source.columns.some(column => column.kind === 'phone' && columns.includes(column.key))
  const isFull = request.isFull && hasPhone
  if (isFull && !(await spendConfirmation(tx, account, { ...requester, source: request.source }))) refuse('export_code_required')
  const facts = maskedFacts(await source.describe(tx, account, filter))
  const sent = z.encode(source.filter, filter)
  const exportId = await insert(tx, account, { ...request, columns, isFull, filter: sent, facts }, requester)
  await enqueueWriting(tx, account, exportId)
  return { exportId }
}

async function insert(
  tx: Tx,
  account: AccountId,
  { source, filter, facts, columns, format, isFull }: Omit<ExportRequest, 'filter'> & { filter: unknown; facts: ExportFacts },
  { memberId, now }: Requester,
): Promise<string> {
  const exportId = newId()
  await tx
    .insertInto('exportJob')
    .values({
      accountId: account,
      exportId,
      source,
      filter: JSON.stringify(filter),
      facts: JSON.stringify(facts),
      columns,
      format,
      isFull,
      state: 'queued',
      ...resetProgress(),
      memberId,
      requestedAt: now,
    })
    .execute()
  return exportId
}

/** Refuses `export_too_many` and `storage_full`. Locks, so that concurrent requests don't exceed the maximum. */
export async function hasRoom(tx: Tx, account: AccountId, files: Files, minFreeBytes: number = limits.minFreeBytes): Promise<void> {
  await tx.selectFrom('account').select('accountId').where('accountId', '=', account).forNoKeyUpdate().execute()
  if ((await countUnfinished(tx, account)) >= limits.exportsAtOnce) refuse('export_too_many', { limit: limits.exportsAtOnce })
  await files.requireRoom(minFreeBytes)
}

async function countUnfinished(executor: Executor, account: AccountId): Promise<number> {
  const { found } = await executor
    .selectFrom('exportJob')
    .select(row => row.fn.countAll<number>().as('found'))
    .where('accountId', '=', account)
    .where('state', 'in', ['queued', 'writing'])
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return found
}

/** The filter parsed by the list's schema. Refuses `input_invalid`. */
function parse(source: ExportSource, sent: SentFilter): unknown {
  const parsed = source.filter.safeParse(sent)
  if (parsed.success) return parsed.data
  return refuse('input_invalid', {}, Object.fromEntries(parsed.error.issues.map(issue => [issue.path.join('.'), issue.message])))
}

/** Whether no row matches. Reads only one page: where matches are rare, the file may still turn out empty. */
async function isEmpty(tx: Tx, account: AccountId, source: ExportSource, filter: unknown): Promise<boolean> {
  const { rows, last } = await source.rows(tx, account, filter, { after: null, limit: 1 })
  return rows.length === 0 && last === null
}
