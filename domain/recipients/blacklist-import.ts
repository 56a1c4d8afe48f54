import { shownProblems } from '#contract/blacklist/blacklist.ts'
import type { BlacklistImportProgress } from '#contract/blacklist/blacklist-import.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type BlacklistPlace, requirePlace } from '#domain/blacklist/index.ts'
import { TaskKind } from '#domain/tasks/index.ts'
import { findUndos } from '#domain/undo-record/index.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { pick } from '#values/pick.ts'

const dayMs = 86_400_000

/** An import's task has the id of its upload. The cursor is the last row that was read, the header included. */
export const blacklistImports = new TaskKind<object, 'added' | 'known' | 'malformed', number>('import_blacklist', null)

type Start = BlacklistPlace & { uploadId: string; phoneColumn: number; hasHeader: boolean }

/** Starts an import of an upload. Refuses `not_found`, `upload_already_used`, `input_invalid` for an absent column. */
export async function startBlacklistImport(tx: Tx, account: AccountId, input: Start): Promise<void> {
  const { uploadId, phoneColumn, hasHeader, memberId, now } = input
  await requirePlace(tx, account, input)
  const upload = await tx
    .selectFrom('upload')
    .select(['state', 'shape'])
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .forUpdate()
    .executeTakeFirst()
  if (!upload) refuse('not_found')
  if (upload.state !== 'received') refuse('upload_already_used')
  if (phoneColumn >= upload.shape.columns.length) refuse('input_invalid', {}, { phoneColumn: '请选择手机号所在的列' })
  const made = await tx
    .insertInto('blacklistImport')
    .values({ accountId: account, uploadId, phoneColumn, hasHeader, ...pick(input, 'signatureId', 'scope', 'reason', 'expiresAt') })
    .onConflict(conflict => conflict.doNothing())
    .returning('uploadId')
    .executeTakeFirst()
  if (!made) refuse('upload_already_used')
  await blacklistImports.start(tx, account, { taskId: uploadId, input: {}, memberId, now })
}

/** What an import puts where, and the first of its malformed rows. Refuses `not_found`. */
export async function readImport(executor: Executor, account: AccountId, uploadId: string) {
  const row = await executor
    .selectFrom('blacklistImport as import')
    .innerJoin('upload', join => join.onRef('upload.accountId', '=', 'import.accountId').onRef('upload.uploadId', '=', 'import.uploadId'))
    .selectAll('import')
    .select(['upload.fileName', 'upload.shape', 'upload.byteCount', 'upload.refusedFileId'])
    .where('import.accountId', '=', account)
    .where('import.uploadId', '=', uploadId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return {
    ...pick(row, 'fileName', 'byteCount', 'shape', 'phoneColumn', 'problems', 'refusedFileId'),
    headerRows: row.hasHeader ? 1 : 0,
    place: { signatureId: row.signatureId, scope: row.scope, reason: row.reason, expiresAt: row.expiresAt },
  }
}

/** How far an import is. Refuses `not_found`. */
export async function readBlacklistImport(
  executor: Executor,
  account: AccountId,
  { uploadId, now }: { uploadId: string; now: Date },
): Promise<BlacklistImportProgress> {
  const { counts, ...task } = await blacklistImports.read(executor, account, uploadId)
  const { fileName, problems } = await readImport(executor, account, uploadId)
  const { added = 0, known = 0, malformed = 0 } = counts
  const undo = (await findUndos(executor, account, [uploadId], now)).get(uploadId) ?? null
  return { ...task, fileName, problems, undo, addedCount: added, knownCount: known, malformedCount: malformed }
}

/** Whether an upload was imported whole, so that its file of refused rows is complete. */
export async function isImported(executor: Executor, account: AccountId, uploadId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('blacklistImport')
    .select('uploadId')
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .executeTakeFirst()
  return row !== undefined && (await blacklistImports.read(executor, account, uploadId)).state === 'done'
}

/** The last import of a day, or null. */
export async function latestBlacklistImport(executor: Executor, account: AccountId, now: Date): Promise<{ uploadId: string | null }> {
  const [latest] = await blacklistImports.list(executor, account, 1)
  return { uploadId: latest && latest.taskId >= idFloor(new Date(now.getTime() - dayMs)) ? latest.taskId : null }
}

/** Stops an import; what it added stays. Refuses `not_found`, and `state_forbids` when it has ended. */
export const cancelBlacklistImport = (tx: Tx, account: AccountId, uploadId: string, now: Date) =>
  blacklistImports.cancel(tx, account, { taskId: uploadId, now })

/** Records the first of the malformed rows. */
export async function recordProblems(tx: Tx, account: AccountId, uploadId: string, problems: BlacklistImportProgress['problems']) {
  await tx
    .updateTable('blacklistImport')
    .set({ problems: JSON.stringify(problems.slice(0, shownProblems)) })
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .execute()
}
