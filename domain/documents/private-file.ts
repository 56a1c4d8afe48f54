import { sql } from 'kysely'
import type { PrivateFileKind, PrivateFilePurpose } from '#contract/account/private-file.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'
import { type CheckedFile, checkFile } from './file-check.ts'

export interface PrivateFile {
  fileId: string
  purpose: PrivateFilePurpose
  kind: PrivateFileKind
  fileName: string
  byteCount: number
}

interface NewFile {
  purpose: PrivateFilePurpose
  /** The name given by the uploader; never a path. */
  name: string
  /** Null: uploaded by staff. */
  memberId: string | null
  now: Date
}

/**
 * Private files: checks a file (refuses like `checkFile`) and stores it unattached, to be purged after a day unless
 * `claimPrivateFiles` attaches it. Refuses `too_many` unattached ones. Re-encoding a large picture takes a second: to
 * keep transactions short, call `checkFile` first and then `savePrivateFile`.
 */
export async function storePrivateFile(tx: Tx, files: Files, account: AccountId, input: NewFile & { bytes: Buffer }): Promise<PrivateFile> {
  return savePrivateFile(tx, files, account, { ...input, checked: await checkFile(input.purpose, input.bytes) })
}

/**
 * Stores a checked file. Refuses `too_many` unattached ones. If the transaction fails, the caller deletes the bytes.
 */
export async function savePrivateFile(
  tx: Tx,
  files: Files,
  account: AccountId,
  { purpose, name, memberId, now, checked }: NewFile & { checked: CheckedFile },
): Promise<PrivateFile> {
  const { count } = await tx
    .selectFrom('privateFile')
    .select(sql<number>`count(*)`.as('count'))
    .where('accountId', '=', account)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= limits.unattachedPrivateFiles) refuse('too_many', { limit: limits.unattachedPrivateFiles, noun: '未提交的文件' })
  const fileId = newId()
  const { byteCount, sha256 } = await files.writeEncrypted(account, fileId, checked.bytes)
  try {
    await tx
      .insertInto('privateFile')
      .values({
        accountId: account,
        fileId,
        purpose,
        ...pick(checked, 'kind', 'width', 'height'),
        fileName: name,
        byteCount,
        sha256,
        memberId,
        createdAt: now,
      })
      .execute()
  } catch (error) {
    await files.remove(account, fileId)
    throw error
  }
  return { fileId, purpose, kind: checked.kind, fileName: name, byteCount }
}

/** The metadata of one file. Refuses `not_found`. For its bytes see `readPrivateFileBytes`. */
export async function readPrivateFile(executor: Executor, account: AccountId, fileId: string): Promise<PrivateFile> {
  const [file] = await readPrivateFiles(executor, account, [fileId])
  return file ?? refuse('not_found')
}

/** The metadata of the files that exist, in no order. */
export async function readPrivateFiles(executor: Executor, account: AccountId, fileIds: readonly string[]): Promise<PrivateFile[]> {
  if (fileIds.length === 0) return []
  const rows = await executor
    .selectFrom('privateFile')
    .select(['fileId', 'purpose', 'kind', 'fileName', 'byteCount'])
    .where('accountId', '=', account)
    .where('fileId', 'in', [...fileIds])
    .execute()
  return rows
}

/** A file's bytes; private files are small enough to fit in memory. */
export const readPrivateFileBytes = (files: Files, account: AccountId, fileId: string): Promise<Buffer> =>
  files.readEncrypted(account, fileId)

/** Attaches files, so that they are not purged. Refuses `not_found` for an unknown file or one for another purpose. */
export async function claimPrivateFiles(
  tx: Tx,
  account: AccountId,
  { purpose, fileIds, now }: { purpose: PrivateFilePurpose; fileIds: readonly string[]; now: Date },
): Promise<void> {
  const ids = [...new Set(fileIds)]
  if (ids.length === 0) return
  const used = await tx
    .updateTable('privateFile')
    .set({ usedAt: sql<Date>`coalesce(used_at, ${now})` })
    .where('accountId', '=', account)
    .where('purpose', '=', purpose)
    .where('fileId', 'in', ids)
    .returning('fileId')
    .execute()
  if (used.length < ids.length) refuse('not_found')
}

/** Detaches files; they are purged within a day. */
export async function releasePrivateFiles(tx: Tx, account: AccountId, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  await tx
    .updateTable('privateFile')
    .set({ usedAt: null })
    .where('accountId', '=', account)
    .where('fileId', 'in', [...fileIds])
    .execute()
}

/**
 * Purges files uploaded more than a day ago and never attached. Takes the platform's database; returns the number.
 * Deletes the bytes before the row, so that none are orphaned.
 */
export async function removeLoosePrivateFiles(db: Db, files: Files, now: Date): Promise<number> {
  const before = new Date(now.getTime() - 86_400_000)
  const { rows } = await sql<{ accountId: AccountId; fileId: string }>`
    select account_id, file_id from private_file -- across accounts: retention of unattached files
    where used_at is null and created_at < ${before} limit 500`.execute(db)
  for (const { accountId, fileId } of rows) {
    await asAccount(db, accountId, async tx => {
      const { rows: loose } = await sql`delete from private_file
        where account_id = ${accountId} and file_id = ${fileId} and used_at is null returning file_id`.execute(tx)
      if (loose.length > 0) await files.remove(accountId, fileId)
    })
  }
  return rows.length
}
