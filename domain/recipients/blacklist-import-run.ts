import { shownProblems } from '#contract/blacklist/blacklist.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { recordEntries, upsertEntries } from '#domain/blacklist/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { columnTitles, estimateRows, fileRows, type Row } from '#domain/table-files/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { parsePhone, phoneProblemNames } from '#values/phone.ts'
import { blacklistImports, readImport, recordProblems } from './blacklist-import.ts'
import { type RefusedRow, RefusedRows } from './upload/refused-rows.ts'

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
 * Puts the numbers of a file on the blacklist (domain/tasks/). What was added before it failed stays. A resumed run
 * reads the rows of the earlier one again, for the file of refused rows.
 */
export function importBlacklist(account: AccountId, uploadId: string, options: ImportOptions): Promise<void> {
  const { db, files, now, batchRows = standardBatchRows } = options
  return blacklistImports.run(account, uploadId, { db, now }, async run => {
    const { shape, byteCount, phoneColumn, headerRows, place, refusedFileId, ...before } = await asAccount(db, account, tx =>
      readImport(tx, account, uploadId),
    )
    const { cursor, memberId } = run.task
    if (!refusedFileId) throw new TypeError(`upload ${uploadId} has no file of refused rows`)
    const refusedRows = new RefusedRows(files, account, refusedFileId, columnTitles(shape, { hasHeader: headerRows > 0 }))
    const shownProblemRows = [...before.problems]
    // Rows up to here were written by an earlier run.
    const done = cursor ?? 0
    let readBytes = 0
    let batch: Row[] = []
    let rowNumber = 0
    const onBytes = (bytes: number) => {
      readBytes += bytes
    }
    const write = async () => {
      const { phones, problems } = readPhones(batch, phoneColumn)
      const isNew = rowNumber > done
      const isShown = isNew && problems.length > 0 && shownProblemRows.length < shownProblems
      if (isShown) shownProblemRows.push(...problems.map(shownProblem))
      const rowCount = batch.length
      batch = []
      await refusedRows.write(problems)
      if (!isNew) return
      await run.piece(async tx => {
        const distinct = [...new Set(phones)]
        const add = async () => ({
          added:
            distinct.length > 0 ? await upsertEntries(tx, account, distinct, { ...place, memberId, now: now(), source: 'import' }) : [],
        })
        const touched = { phones: distinct, signatureId: place.signatureId }
        const { added: entries } = await recordEntries(tx, account, { undoId: uploadId, memberId, now: now(), touched }, add)
        const added = entries.length
        if (isShown) await recordProblems(tx, account, uploadId, shownProblemRows)
        return {
          cursor: rowNumber,
          doneCount: rowCount,
          counts: { added, known: phones.length - added, malformed: problems.length },
          totalCount: estimateRows(rowNumber - headerRows, { readBytes, byteCount }),
        }
      })
    }
    const maxRows = limits.uploadRows + headerRows
    try {
      for await (const row of await fileRows(files, account, uploadId, shape, { maxRows, onBytes })) {
        rowNumber += 1
        if (rowNumber <= headerRows) continue
        batch.push(row)
        if (batch.length >= batchRows || rowNumber === done) await write()
      }
      await write()
      await refusedRows.end()
    } catch (error) {
      await refusedRows.abandon()
      throw error
    }
  })
}

function readPhones(rows: readonly Row[], column: number) {
  const phones: string[] = []
  const problems: RefusedRow[] = []
  for (const { line, cells } of rows) {
    const text = (cells[column] ?? '').slice(0, limits.cellCharacters)
    const parsed = parsePhone(text)
    if ('phone' in parsed) phones.push(parsed.phone)
    else problems.push({ line, cells, given: text, reason: phoneProblemNames[parsed.problem] })
  }
  return { phones, problems }
}
const shownCharacters = 40
const shownProblem = ({ line, given, reason }: RefusedRow) => ({ line, text: given.slice(0, shownCharacters), reason })
