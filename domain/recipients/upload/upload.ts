import { Readable } from 'node:stream'
import type { UploadMapping, UploadShape } from '#contract/recipients/upload.ts'
import { uploadStates } from '#contract/recipients/upload.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import { countUp, enqueueJob, type Files } from '#domain/platform/index.ts'
import { readShape } from '#domain/table-files/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { maskPhone, maskPhonesIn, parsePhone } from '#values/phone.ts'
import { pick } from '#values/pick.ts'
import { isImported } from '../blacklist-import.ts'
import { pastedLines } from './paste.ts'
import type { RefusedFile } from './refused-rows.ts'
import { type ShortLinks, usedSources } from './sources.ts'

interface Sender {
  memberId: string
  /** The session that sees whole numbers; null: none. */
  sessionId?: string | null
  now: Date
}

const hourMs = 3_600_000

/**
 * Stores a file of numbers and returns its shape. Refuses a file that is no list of numbers
 * (contract/recipients/upload.ts) and leaves nothing behind then. Opens its own transactions, since the bytes may take
 * half an hour to arrive.
 */
export async function receiveUpload(
  db: Db,
  account: AccountId,
  files: Files,
  {
    origin = 'file',
    fileName,
    bytes,
    memberId,
    sessionId = null,
    now,
  }: Sender & { origin?: 'file' | 'paste'; fileName: string; bytes: Readable },
): Promise<string> {
  await countUpload(db, account, now)
  const uploadId = newId()
  const { byteCount } = await files.put(account, uploadId, bytes, limits.uploadBytes)
  try {
    const shape = await readShape(files, account, uploadId)
    await asAccount(db, account, tx =>
      tx
        .insertInto('upload')
        .values({
          accountId: account,
          uploadId,
          fileName,
          byteCount,
          origin,
          sessionId,
          state: 'received',
          shape: JSON.stringify(shape),
          refusedFileId: newId(),
          memberId,
          createdAt: now,
        })
        .execute(),
    )
  } catch (error) {
    await files.remove(account, uploadId)
    throw error
  }
  return uploadId
}

/** Rate limit of uploads per hour. Refuses `too_many_requests`. */
export async function countUpload(db: Db, account: AccountId, now: Date): Promise<void> {
  const waitMs = await asAccount(db, account, tx =>
    countUp(tx, `upload:${account}`, { windowMs: hourMs, most: limits.uploadsPerHour }, now),
  )
  if (waitMs > 0) refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) })
}

/** Stores pasted numbers as a small file. */
export const receivePaste = (db: Db, account: AccountId, files: Files, { text, ...sender }: Sender & { text: string }) =>
  receiveUpload(db, account, files, {
    ...sender,
    origin: 'paste',
    fileName: '粘贴的号码',
    bytes: Readable.from([Buffer.from(pastedLines(text))]),
  })

/**
 * An upload as its page shows it to a session: whole numbers only for the one that uploaded them. Refuses `not_found`.
 */
export async function readUpload(executor: Executor, account: AccountId, uploadId: string, sessionId: string | null = null) {
  const row = await executor
    .selectFrom('upload')
    .selectAll()
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const isMasked = row.sessionId === null || row.sessionId !== sessionId
  const shape = row.shape
  return {
    uploadId,
    ...pick(row, 'fileName', 'byteCount', 'origin', 'rowCount', 'state', 'progress', 'report', 'failure'),
    // One may have been made without this choice.
    mapping: row.mapping && { ...row.mapping, consent: row.mapping.consent ?? null },
    isMasked,
    shape: isMasked ? maskedShape(shape) : shape,
  }
}

const maskedShape = (shape: UploadShape): UploadShape => ({
  ...shape,
  columns: shape.columns.map(maskCell),
  sample: shape.sample.map(cells => cells.map(maskCell)),
})

/** A whole cell may be a number in any accepted notation. */
function maskCell(cell: string): string {
  const parsed = parsePhone(cell)
  return 'phone' in parsed ? maskPhone(parsed.phone) : maskPhonesIn(cell)
}

/**
 * The file of refused rows, and the session that uploaded the list. Refuses `not_found`, and `upload_not_ready` before
 * there is one.
 */
export async function refusedFile(executor: Executor, account: AccountId, uploadId: string): Promise<RefusedFile> {
  const row = await executor
    .selectFrom('upload')
    .select(['state', 'refusedFileId', 'sessionId', 'fileName', 'shape'])
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const isComplete = row.state === 'ready' || (await isImported(executor, account, uploadId))
  if (!isComplete || row.refusedFileId === null) refuse('upload_not_ready')
  return { fileId: row.refusedFileId, ...pick(row, 'sessionId', 'fileName'), isWorkbook: row.shape.format === 'xlsx' }
}

interface Mapped extends UploadMapping {
  uploadId: string
  /** Required when a short link fills a variable. */
  shortLinks?: ShortLinks
}

/**
 * Sets the meaning of the columns and starts reading the file (jobs/read-upload.ts). A new mapping restarts it; after
 * sending it is refused.
 */
export async function mapUpload(tx: Tx, account: AccountId, { uploadId, shortLinks, ...input }: Mapped): Promise<{ state: 'reading' }> {
  const upload = await lockUnsent(tx, account, uploadId)
  if (upload.state === 'canceled') refuse('state_forbids', { state: uploadStates.canceled, action: '处理' })
  const mapping = { ...input, variables: await usedSources(tx, account, input, upload.shape, shortLinks) }
  await tx
    .updateTable('upload')
    .set({
      state: 'reading',
      mapping: JSON.stringify(mapping),
      readingId: null,
      report: null,
      progress: null,
      failure: null,
      readyAt: null,
    })
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .execute()
  await enqueueReading(tx, account, uploadId)
  return { state: 'reading' }
}

/** Cancels an upload: its numbers and files are deleted in the background. */
export async function cancelUpload(tx: Tx, account: AccountId, uploadId: string): Promise<{ state: 'canceled' }> {
  await lockUnsent(tx, account, uploadId)
  await tx
    .updateTable('upload')
    .set({ state: 'canceled', readingId: null })
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .execute()
  await enqueueReading(tx, account, uploadId)
  return { state: 'canceled' }
}

const enqueueReading = (tx: Tx, account: AccountId, uploadId: string) =>
  enqueueJob(tx, 'read_upload', { accountId: account, uploadId }, { key: `read_upload:${uploadId}` })

/** Locks the upload's row until the end of the transaction; sending takes the same lock. */
async function lockUnsent(tx: Tx, account: AccountId, uploadId: string) {
  const upload = await tx
    .selectFrom('upload')
    .select(['state', 'shape'])
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!upload) refuse('not_found')
  const sent = await tx
    .selectFrom('broadcast')
    .select('broadcastId')
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .where('recalledAt', 'is', null)
    .executeTakeFirst()
  if (sent) refuse('upload_already_sent')
  return upload
}
