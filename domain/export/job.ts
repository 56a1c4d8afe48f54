import { sql } from 'kysely'
import { type ExportFailure, type ExportFormat, type ExportState, exportFailures, exportNames } from '#contract/export/export.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import type { Checkpoint, ExportFile } from '#db/json.ts'
import type { ExportColumn, ExportSource } from '#domain/export-source/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { exportSourceOf } from './sources.ts'

/** One run of an export's writer; `writingId` is the fencing token. */
export interface Writing {
  account: AccountId
  exportId: string
  writingId: string
  source: ExportSource
  filter: unknown
  columns: readonly ExportColumn[]
  /** The positions of the chosen columns among the source's. */
  places: readonly number[]
  format: ExportFormat
  isFull: boolean
  totalCount: number | null
  rowCount: number
  files: ExportFile[]
  checkpoint: Checkpoint
}

/** The fencing token is stale: another run has begun, or the export was canceled. */
export class Superseded extends Error {}

export const newFile = (fileId: string): ExportFile => ({ fileId, rowCount: 0, byteCount: 0, crc: 0, sha256: null })

/** The checkpoint of an export without any rows. */
export const firstPlace = (): Pick<Writing, 'files' | 'checkpoint'> => ({
  files: [newFile(newId())],
  checkpoint: { after: null, nextFileId: newId() },
})

/** Enqueues the job that writes an export, or deletes its files, at commit of this transaction. */
export const enqueueWriting = (tx: Tx, account: AccountId, exportId: string) =>
  enqueueJob(tx, 'write_export', { accountId: account, exportId }, { key: `export:${exportId}` })

export type Row = NonNullable<Awaited<ReturnType<typeof lockRow>>>

/** The row of an export, locked until this transaction ends. Undefined: there is none. */
export const lockRow = (tx: Tx, account: AccountId, exportId: string) =>
  tx
    .selectFrom('exportJob')
    .selectAll()
    .where('accountId', '=', account)
    .where('exportId', '=', exportId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Starts a run from the checkpoint. `ended`: nothing to write, but perhaps files to delete (domain/export/clean.ts).
 */
export function beginWriting(db: Db, account: AccountId, exportId: string, now: Date): Promise<Writing | 'ended'> {
  return asAccount(db, account, async tx => {
    const row = await lockRow(tx, account, exportId)
    if (!row || row.deletedAt || (row.state !== 'queued' && row.state !== 'writing')) return 'ended'
    const writingId = newId()
    await change(tx, { account, exportId }, { state: 'writing', writingId, startedAt: row.startedAt ?? now })
    return writingOf(account, row, writingId)
  })
}

function refuseLost(exportId: string): never {
  throw new TypeError(`export ${exportId} has no checkpoint`)
}

function writingOf(account: AccountId, row: Row, writingId: string): Writing {
  const source = exportSourceOf(row.source)
  const places = row.columns.map(key => {
    const place = source.columns.findIndex(column => column.key === key)
    if (place < 0) throw new Error(`${exportNames[source.name]} has no column ${key}`)
    return place
  })
  return {
    account,
    ...pick(row, 'exportId', 'format', 'isFull', 'totalCount', 'rowCount', 'files'),
    writingId,
    source,
    filter: source.filter.parse(row.filter),
    columns: places.map(place => itemOrThrow(source.columns, place)),
    places,
    checkpoint: row.checkpoint ?? refuseLost(row.exportId),
  }
}

/** Runs `work` in a transaction that holds the fence. Throws Superseded if another run has begun. */
export function withFence<T>(db: Db, { account, exportId, writingId }: Writing, work: (tx: Tx) => Promise<T>): Promise<T> {
  return asAccount(db, account, async tx => {
    const { rows } = await sql`select from export_job where account_id = ${account} and export_id = ${exportId}
      and writing_id = ${writingId} and state = 'writing' and deleted_at is null for no key update`.execute(tx)
    if (rows.length === 0) throw new Superseded('another writing has begun')
    return work(tx)
  })
}

/** Saves the checkpoint. Progress resets the count of consecutive failures. */
export async function writeCheckpoint(tx: Tx, writing: Writing): Promise<void> {
  await change(tx, writing, {
    totalCount: writing.totalCount,
    rowCount: writing.rowCount,
    byteCount: writing.files.map(file => file.byteCount).reduce((a, b) => a + b, 0),
    files: JSON.stringify(writing.files),
    checkpoint: JSON.stringify(writing.checkpoint),
    brokenCount: 0,
  })
}

/** Completes the export: its files can be downloaded until they expire. */
export async function finishWriting(tx: Tx, writing: Writing, now: Date): Promise<void> {
  await change(tx, writing, { state: 'done', writingId: null, checkpoint: null, finishedAt: now, expiresAt: expiryAfter(now) })
  await notifyRequester(tx, writing, null, now)
}

/** Notifies the requester that the export is ready, or why it failed. */
async function notifyRequester(
  tx: Tx,
  { account, exportId }: { account: AccountId; exportId: string },
  failure: ExportFailure | null,
  now: Date,
) {
  const row = await lockRow(tx, account, exportId)
  if (!row) return
  const name = exportNames[row.source]
  const days = limits.exportDays
  await notifyAccount(tx, account, {
    kind: 'export',
    memberId: row.memberId,
    title: failure === null ? `${name}已导出` : `${name}导出失败`,
    body:
      failure === null
        ? `共 ${row.rowCount.toLocaleString('en-US')} 行，文件保留 ${days} 天，请及时下载。`
        : `${exportFailures[failure]}。`,
    link: '/system/uaccount/derivation',
    now,
  })
}

/** Ends with a failure shown to the user; written data stays for a retry. */
export const failWriting = (db: Db, writing: Writing, failure: ExportFailure, now: Date) =>
  withFence(db, writing, async tx => {
    await change(tx, writing, { state: 'failed', failure, writingId: null, finishedAt: now, expiresAt: expiryAfter(now) })
    await notifyRequester(tx, writing, failure, now)
  })

/** Consecutive unexpected failures before the export fails; until then the job retries with backoff. */
const maxBreaks = 5

/** Counts an unexpected failure. After `maxBreaks` without progress the export fails. */
export const recordBreak = (db: Db, account: AccountId, exportId: string, now: Date) =>
  asAccount(db, account, async tx => {
    const row = await lockRow(tx, account, exportId)
    if (row?.state !== 'writing' && row?.state !== 'queued') return
    const brokenCount = row.brokenCount + 1
    const end = { state: 'failed', failure: 'broken', writingId: null, finishedAt: now, expiresAt: expiryAfter(now) } as const
    await change(tx, { account, exportId }, { brokenCount, ...(brokenCount >= maxBreaks ? end : {}) })
    if (brokenCount >= maxBreaks) await notifyRequester(tx, { account, exportId }, 'broken', now)
  })

const expiryAfter = (now: Date) => new Date(now.getTime() + limits.exportDays * 86_400_000)

type Change = Partial<{
  state: ExportState
  failure: ExportFailure | null
  writingId: string | null
  startedAt: Date
  finishedAt: Date | null
  expiresAt: Date | null
  totalCount: number | null
  rowCount: number
  byteCount: number
  brokenCount: number
  files: string
  checkpoint: string | null
  downloadCount: number
  deletedAt: Date
}>

/** The columns of an export that has written nothing. */
export function resetProgress() {
  const { files, checkpoint } = firstPlace()
  return { files: JSON.stringify(files), checkpoint: JSON.stringify(checkpoint), rowCount: 0, byteCount: 0 }
}

/** Updates the row of an export that this transaction has locked. */
export async function change(tx: Tx, { account, exportId }: { account: AccountId; exportId: string }, set: Change): Promise<void> {
  await tx.updateTable('exportJob').set(set).where('accountId', '=', account).where('exportId', '=', exportId).execute()
}
