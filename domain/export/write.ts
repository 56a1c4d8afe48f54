import type { ExportFailure } from '#contract/export/export.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { type Replica, type ReplicaRead, readFromReplica } from '#db/replica.ts'
import type { Files } from '#domain/platform/index.ts'
import { isDiskFull } from '#values/error.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { BatchWriter } from './batch-writer.ts'
import { beginWriting, failWriting, finishWriting, Superseded, type Writing, withFence, writeCheckpoint } from './job.ts'

export interface WriteOptions {
  db: Db
  /** Where rows are read, if there is one. */
  replica?: Replica | null
  files: Files
  now: () => Date
  /** Rows per batch. */
  batchRows?: number
  /** Rows per file, if fewer than its format allows. */
  fileRows?: number
  /** Maximum number of rows per export. */
  maxRows?: number
  /** Disk space that must stay free. */
  freeBytes?: number
  /** How long one turn writes before other exports get theirs. */
  turnMs?: number
}

const standardTurnMs = 20_000

/** Ends an export with a failure shown to the user. */
class Failed extends Error {
  readonly failure: ExportFailure
  constructor(failure: ExportFailure) {
    super(failure)
    this.failure = failure
  }
}

/**
 * Resumable export: writes for one turn from its checkpoint. Each batch is read, appended and checkpointed in one
 * transaction, so a crash is safe anywhere: bytes after the checkpoint are truncated and written again. `more`: needs
 * another turn. `ended`: done, failed, or nothing to write.
 */
export async function writeExport(account: AccountId, exportId: string, options: WriteOptions): Promise<'more' | 'ended'> {
  const { db, now } = options
  const untilMs = now().getTime() + (options.turnMs ?? standardTurnMs)
  const writing = await beginWriting(db, account, exportId, now())
  if (writing === 'ended') return 'ended'
  const writer = new BatchWriter(writing, options)
  const read = await readFromReplica(db, options.replica ?? null)
  try {
    await countRows(writing, read, options)
    while (!(await writeBatch(writing, writer, read, options))) if (now().getTime() >= untilMs) return 'more'
  } catch (error) {
    if (error instanceof Superseded) return 'ended'
    const failure = failureOf(error)
    if (!failure) throw error
    await failWriting(db, writing, failure, now())
  }
  return 'ended'
}

/** Counts the rows once, for the progress and the maximum. */
async function countRows(writing: Writing, read: ReplicaRead, { db, maxRows = limits.exportRows }: WriteOptions): Promise<void> {
  if (writing.totalCount !== null) return
  const { account, source, filter } = writing
  const countOn = (one: Db) => asAccount(one, account, tx => source.count(tx, account, filter, maxRows + 1))
  const totalCount = await read(countOn, () => countOn(db))
  if (totalCount > maxRows) throw new Failed('too_many_rows')
  writing.totalCount = totalCount
  await withFence(db, writing, tx => writeCheckpoint(tx, writing))
}

/** Writes one batch; returns whether it was the last one. */
async function writeBatch(writing: Writing, writer: BatchWriter, read: ReplicaRead, options: WriteOptions): Promise<boolean> {
  if ((await options.files.freeBytes()) < (options.freeBytes ?? limits.minFreeBytes)) throw new Failed('disk_full')
  const { account, source, filter } = writing
  return withFence(options.db, writing, async tx => {
    const isLast = await writer.write(page => {
      const rowsIn = (one: Tx) => source.rows(one, account, filter, page)
      return read(
        replica => asAccount(replica, account, rowsIn),
        () => rowsIn(tx),
      )
    })
    await writeCheckpoint(tx, writing)
    if (isLast) await finishWriting(tx, writing, options.now())
    return isLast
  })
}

function failureOf(error: unknown): ExportFailure | null {
  if (error instanceof Failed) return error.failure
  return isDiskFull(error) ? 'disk_full' : null
}
