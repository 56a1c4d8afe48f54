import type { BlacklistImportProgress } from '#contract/blacklist/blacklist-import.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { putPhones } from '#domain/blacklist/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { fileRows, type Row } from '#domain/table-files/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { parsePhone, phoneProblemNames } from '#values/phone.ts'
import { endImport, lockImport, placeOf, writeImportProgress } from './blacklist-import.ts'

interface ImportOptions {
  db: Db
  files: Files
  now: () => Date
  /** Rows per transaction. */
  batchRows?: number
}

/** Long enough that its commit is cheap, short enough that a stop takes effect within tenths of a second. */
const standardBatchRows = 5_000

/**
 * Puts the numbers of a file on the blacklist, batch by batch, each in one transaction with its progress: after a kill
 * it resumes there, and no row counts twice. It ends when it is stopped; an unreadable file is `failed` with its
 * sentence, and what was added before stays.
 */
export async function importBlacklist(account: AccountId, uploadId: string, options: ImportOptions): Promise<void> {
  const { db, files, now, batchRows = standardBatchRows } = options
  const begun = await asAccount(db, account, tx => lockImport(tx, account, uploadId))
  if (!begun) return
  const { readRows } = begun.progress
  const headerRows = begun.has_header ? 1 : 0
  let readBytes = 0
  let batch: Row[] = []
  let rowNumber = 0
  const onBytes = (byteCount: number) => {
    readBytes += byteCount
  }
  const write = async () => {
    const rows = batch
    batch = []
    return writeBatch(account, uploadId, { rows, readRows: rowNumber, readBytes }, options)
  }
  try {
    const maxRows = limits.uploadRows + headerRows
    for await (const row of await fileRows(files, account, uploadId, begun.shape, { maxRows, onBytes })) {
      rowNumber += 1
      if (rowNumber <= Math.max(readRows, headerRows)) continue
      batch.push(row)
      if (batch.length >= batchRows && !(await write())) return
    }
    if (!(await write())) return
    await asAccount(db, account, tx => endImport(tx, account, uploadId, { state: 'done', finished_at: now() }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const failure = error.message
    await asAccount(db, account, tx => endImport(tx, account, uploadId, { state: 'failed', finished_at: now(), failure }))
  }
}

/** False: the import was stopped. */
function writeBatch(
  account: AccountId,
  uploadId: string,
  { rows, readRows, readBytes }: { rows: readonly Row[]; readRows: number; readBytes: number },
  { db, now }: ImportOptions,
): Promise<boolean> {
  return asAccount(db, account, async tx => {
    const current = await lockImport(tx, account, uploadId)
    if (!current) return false
    const before = current.progress
    const { phones, problems } = readPhones(rows, current.phone_column)
    const distinct = [...new Set(phones)]
    const addedCount = distinct.length > 0 ? await putPhones(tx, account, distinct, { ...placeOf(current, now()), source: 'import' }) : 0
    await writeImportProgress(tx, account, uploadId, {
      readRows,
      readBytes,
      totalBytes: before.totalBytes,
      rowCount: before.rowCount + phones.length + problems.length,
      addedCount: before.addedCount + addedCount,
      knownCount: before.knownCount + phones.length - addedCount,
      malformedCount: before.malformedCount + problems.length,
      problems: [...before.problems, ...problems],
    })
    return true
  })
}

function readPhones(rows: readonly Row[], column: number) {
  const phones: string[] = []
  const problems: BlacklistImportProgress['problems'] = []
  for (const { line, cells } of rows) {
    const text = (cells[column] ?? '').slice(0, limits.cellCharacters)
    const parsed = parsePhone(text)
    if ('phone' in parsed) phones.push(parsed.phone)
    else problems.push({ line, text: text.slice(0, shownCharacters), reason: phoneProblemNames[parsed.problem] })
  }
  return { phones, problems }
}
const shownCharacters = 40
