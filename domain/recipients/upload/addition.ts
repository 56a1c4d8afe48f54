import { ownColumnCount, type UploadMapping, type UploadShape } from '#contract/recipients/upload.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import { columnTitles, fileRows, type Row } from '#domain/table-files/index.ts'
import { withoutGuard } from '#values/csv.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { generateUpload } from './made.ts'
import { countUpload } from './upload.ts'

/** A checked list, and a file whose rows are added to it. */
interface Pair {
  uploadId: string
  addedId: string
}

interface List {
  uploadId: string
  fileName: string
  sessionId: string | null
  shape: UploadShape
}

interface Addition {
  base: List & { mapping: UploadMapping; titles: string[]; rowCount: number }
  added: List
  /** Rows of the added file, its header excluded. */
  rowCount: number
  /** Lines of the list that the added file repairs: it was made from the file of refused rows. */
  repairedLines: ReadonlySet<number>
  /** The column of the added file for each column of the list; undefined: there is none. */
  columns: (number | undefined)[]
}

/** What adding a file would change. Refuses `not_found`, `upload_not_ready`, `file_columns_differ`. */
export async function previewAddition(db: Db, account: AccountId, files: Files, pair: Pair) {
  const { base, rowCount, repairedLines } = await readAddition(db, account, files, pair)
  return { rowCount, repairedCount: repairedLines.size, keptCount: base.rowCount - repairedLines.size }
}

/**
 * Creates a list of the rows of both, without those that are repaired; a row that stands in both is a duplicate like
 * any other. Returns its id and the mapping with which it is to be read. Opens its own transactions. Refuses what
 * `previewAddition` refuses, and `file_too_many_rows`, `file_too_large`, `too_many_requests`.
 */
export async function addUploads(
  db: Db,
  account: AccountId,
  files: Files,
  { memberId, now, ...pair }: Pair & { memberId: string; now: Date },
) {
  const addition = await readAddition(db, account, files, pair)
  const { base, added } = addition
  await countUpload(db, account, now)
  const { uploadId } = await generateUpload(db, account, files, {
    origin: 'file',
    fileName: base.fileName,
    columns: base.titles,
    rows: rowsOf(account, files, addition),
    // Whole numbers for the session that uploaded both.
    sessionId: base.sessionId === added.sessionId ? base.sessionId : null,
    memberId,
    now,
  })
  return { uploadId, mapping: { ...base.mapping, hasHeader: true } }
}

async function readAddition(db: Db, account: AccountId, files: Files, { uploadId, addedId }: Pair): Promise<Addition> {
  const [base, added] = await asAccount(db, account, async tx => [
    await readList(tx, account, uploadId),
    await readList(tx, account, addedId),
  ])
  if (base.state !== 'ready' || base.mapping === null || base.report === null) refuse('upload_not_ready')
  const { mapping, report } = base
  const list = { ...base, mapping, titles: columnTitles(base.shape, mapping), rowCount: report.rowCount }
  const columns = matchColumns(list, added.shape)
  const ownCount = ownColumnCount(added.shape.columns)
  const lineColumn = ownCount < added.shape.columns.length ? ownCount : null
  const lines = new Set<number>()
  let rowCount = 0
  for await (const { cells } of dataRows(account, files, added, added.shape.hasHeader)) {
    rowCount += 1
    const line = lineColumn === null ? Number.NaN : Number(cells[lineColumn])
    if (Number.isSafeInteger(line) && line > 0) lines.add(line)
  }
  const repairedLines = await asAccount(db, account, tx => refusedLines(tx, account, uploadId, lines))
  return { base: list, added, rowCount, repairedLines, columns }
}

async function readList(tx: Tx, account: AccountId, uploadId: string) {
  const row = await tx
    .selectFrom('upload')
    .select(['uploadId', 'fileName', 'sessionId', 'state', 'shape', 'mapping', 'report'])
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .executeTakeFirst()
  return row && row.state !== 'canceled' ? row : refuse('not_found')
}

/**
 * By title, or by position where the added file has no header. Refuses a file without a column that the mapping uses.
 */
function matchColumns({ titles, mapping }: Pick<Addition['base'], 'titles' | 'mapping'>, shape: UploadShape): Addition['columns'] {
  const own = shape.columns.slice(0, ownColumnCount(shape.columns)).map(title => title.trim())
  const columns = titles.map((title, index) => {
    const found = shape.hasHeader ? own.indexOf(title.trim()) : own.length === titles.length ? index : -1
    return found < 0 ? undefined : found
  })
  const used = [mapping.phoneColumn, ...Object.values(mapping.variables).flatMap(source => ('column' in source ? [source.column] : []))]
  for (const column of used) if (columns[column] === undefined) refuse('file_columns_differ', { column: titles[column] ?? '' })
  return columns
}

/** Those lines of a list that are not sent to: a file of refused rows of another list repairs nothing here. */
async function refusedLines(tx: Tx, account: AccountId, uploadId: string, lines: ReadonlySet<number>): Promise<Set<number>> {
  if (lines.size === 0) return new Set()
  const valid = await tx
    .selectFrom('recipient')
    .select('line')
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .where('line', '=', eb => eb.fn.any(eb.val([...lines])))
    .execute()
  const sent = new Set(valid.map(row => row.line))
  return new Set([...lines].filter(line => !sent.has(line)))
}

async function* rowsOf(account: AccountId, files: Files, { base, added, repairedLines, columns }: Addition): AsyncGenerator<string[]> {
  for await (const { line, cells } of dataRows(account, files, base, base.mapping.hasHeader))
    if (!repairedLines.has(line)) yield base.titles.map((_, index) => cells[index] ?? '')
  for await (const { cells } of dataRows(account, files, added, added.shape.hasHeader))
    yield columns.map(column => (column === undefined ? '' : withoutGuard(cells[column] ?? '')))
}

/** The rows of a file below its header. */
async function* dataRows(account: AccountId, files: Files, { uploadId, shape }: List, hasHeader: boolean): AsyncGenerator<Row> {
  let rowNumber = 0
  for await (const row of await fileRows(files, account, uploadId, shape, { maxRows: limits.uploadRows + 1 })) {
    rowNumber += 1
    if (rowNumber > (hasHeader ? 1 : 0)) yield row
  }
}
