import { shownProblems } from '#contract/blacklist/blacklist.ts'
import { type BlacklistImportProgress, blacklistImportStates } from '#contract/blacklist/blacklist-import.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type BlacklistPlace, requireSignature } from '#domain/blacklist/index.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { type AccountId, idFloor } from '#values/id.ts'

/** Name of the job (jobs/import-blacklist.ts) that reads the file. */
const importBlacklistTask = 'import_blacklist'
const dayMs = 86_400_000

type Start = BlacklistPlace & { uploadId: string; phoneColumn: number; hasHeader: boolean }

/**
 * Starts the import of an upload into the blacklist. Refuses `not_found`, `upload_already_used` for one that is used in
 * any way, an unknown column.
 */
export async function startBlacklistImport(tx: Tx, account: AccountId, input: Start): Promise<{ state: 'reading' }> {
  const { uploadId, phoneColumn, hasHeader, now } = input
  await requireSignature(tx, account, input.signatureId)
  const upload = await tx
    .selectFrom('upload')
    .select(['state', 'shape', 'byte_count'])
    .where('account_id', '=', account)
    .where('upload_id', '=', uploadId)
    .forUpdate()
    .executeTakeFirst()
  if (!upload) refuse('not_found')
  if (upload.state !== 'received') refuse('upload_already_used')
  if (phoneColumn >= upload.shape.columns.length) refuse('input_invalid', {}, { phoneColumn: '请选择手机号所在的列' })
  const progress: BlacklistImportProgress = {
    readRows: 0,
    readBytes: 0,
    totalBytes: upload.byte_count,
    rowCount: 0,
    addedCount: 0,
    knownCount: 0,
    malformedCount: 0,
    problems: [],
  }
  const made = await tx
    .insertInto('blacklist_import')
    .values({
      account_id: account,
      upload_id: uploadId,
      state: 'reading',
      phone_column: phoneColumn,
      has_header: hasHeader,
      signature_id: input.signatureId,
      scope: input.scope,
      reason: input.reason,
      expires_at: input.expiresAt,
      progress: JSON.stringify(progress),
      member_id: input.memberId,
      created_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('upload_id')
    .executeTakeFirst()
  if (!made) refuse('upload_already_used')
  await enqueueJob(tx, importBlacklistTask, { accountId: account, uploadId }, { key: `import_blacklist:${uploadId}` })
  return { state: 'reading' }
}

const importOf = (executor: Executor, account: AccountId, uploadId: string) =>
  executor
    .selectFrom('blacklist_import as import')
    .innerJoin('upload', join =>
      join.onRef('upload.account_id', '=', 'import.account_id').onRef('upload.upload_id', '=', 'import.upload_id'),
    )
    .selectAll('import')
    .select(['upload.file_name', 'upload.shape'])
    .where('import.account_id', '=', account)
    .where('import.upload_id', '=', uploadId)

/** Progress of an import. Refuses `not_found`. */
export async function readBlacklistImport(executor: Executor, account: AccountId, uploadId: string) {
  const row = await importOf(executor, account, uploadId).executeTakeFirst()
  if (!row) refuse('not_found')
  return {
    state: row.state,
    fileName: row.file_name,
    progress: row.progress,
    failure: row.failure,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}

/** The last import of a day, or null. */
export async function latestBlacklistImport(executor: Executor, account: AccountId, now: Date): Promise<{ uploadId: string | null }> {
  const row = await executor
    .selectFrom('blacklist_import')
    .select('upload_id')
    .where('account_id', '=', account)
    .where('upload_id', '>=', idFloor(new Date(now.getTime() - dayMs)))
    .orderBy('upload_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { uploadId: row?.upload_id ?? null }
}

/** Stops an import; what it added stays. Refuses `not_found`, and `state_forbids` when it has ended. */
export async function cancelBlacklistImport(tx: Tx, account: AccountId, uploadId: string, now: Date): Promise<void> {
  const row = await tx
    .selectFrom('blacklist_import')
    .select('state')
    .where('account_id', '=', account)
    .where('upload_id', '=', uploadId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  if (row.state !== 'reading') refuse('state_forbids', { state: blacklistImportStates[row.state].name, action: '停止' })
  await endImport(tx, account, uploadId, { state: 'canceled', finished_at: now })
}

/** Locks a running import until the end of the transaction; undefined when it has ended. */
export const lockImport = (tx: Tx, account: AccountId, uploadId: string) =>
  importOf(tx, account, uploadId).where('import.state', '=', 'reading').forNoKeyUpdate('import').executeTakeFirst()

/** What a locked import puts on the blacklist. */
export const placeOf = (row: NonNullable<Awaited<ReturnType<typeof lockImport>>>, now: Date): BlacklistPlace => ({
  signatureId: row.signature_id,
  scope: row.scope,
  reason: row.reason,
  expiresAt: row.expires_at,
  memberId: row.member_id,
  now,
})

export async function writeImportProgress(tx: Tx, account: AccountId, uploadId: string, progress: BlacklistImportProgress): Promise<void> {
  const problems = progress.problems.slice(0, shownProblems)
  await tx
    .updateTable('blacklist_import')
    .set({ progress: JSON.stringify({ ...progress, problems }) })
    .where('account_id', '=', account)
    .where('upload_id', '=', uploadId)
    .execute()
}

export async function endImport(
  tx: Tx,
  account: AccountId,
  uploadId: string,
  end: { state: 'done' | 'failed' | 'canceled'; finished_at: Date; failure?: string },
): Promise<void> {
  await tx.updateTable('blacklist_import').set(end).where('account_id', '=', account).where('upload_id', '=', uploadId).execute()
}
