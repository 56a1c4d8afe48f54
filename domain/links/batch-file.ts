import { refuse } from '#contract/refusals.ts'
import { withoutGuard } from '#values/csv.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import type { BatchAddition, KeptBatch } from './batch.ts'
import type { GivenRow } from './batch-row.ts'

/** The rows of an uploaded file from the beginning, including the header. */
export type OpenRows = (account: AccountId, uploadId: string) => Promise<AsyncIterable<GivenRow>>

/**
 * All rows of a batch: those of its file, then of each that was added, whose lines count on. Too many refuse the whole
 * batch (`file_too_many_rows`). They fit into memory (limits.uploadBytes).
 */
export async function readBatchRows(openRows: OpenRows, account: AccountId, input: KeptBatch): Promise<GivenRow[]> {
  const rows: GivenRow[] = []
  const take = async (uploadId: string, { hasHeader, of }: { hasHeader: boolean; of: (row: GivenRow) => GivenRow }) => {
    let isHeader = hasHeader
    for await (const row of await openRows(account, uploadId)) {
      if (!isHeader) rows.push(of(row))
      isHeader = false
      if (rows.length > limits.linkBatchRows) refuse('file_too_many_rows', { rows: limits.linkBatchRows.toLocaleString('en-US') })
    }
  }
  await take(input.uploadId, { hasHeader: input.hasHeader, of: row => row })
  for (const addition of input.additions ?? []) {
    const last = rows.at(-1)?.line ?? 0
    await take(addition.uploadId, { hasHeader: addition.hasHeader, of: row => addedRow(row, addition, last) })
  }
  return rows
}

/** A row of an added file, in the columns of the batch's own. */
function addedRow({ line, cells }: GivenRow, { columns, lineColumn }: BatchAddition, last: number): GivenRow {
  const named = lineColumn === null ? Number.NaN : Number(cells[lineColumn])
  return {
    line: last + line,
    cells: columns.map(column => (column === null ? '' : withoutGuard(cells[column] ?? ''))),
    ...(Number.isSafeInteger(named) && named > 0 ? { repairs: named } : {}),
  }
}
