import { ownColumnCount, type UploadShape } from '#contract/recipients/upload.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { columnTitles } from '#domain/table-files/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { type BatchAddition, columnsOf, type KeptBatch, linkBatches } from './batch.ts'

/**
 * Adds a file to an ended batch, which goes on with its rows: the same settings, columns by their titles. Rows of a
 * file of refused rows take the places of those. Refuses `not_found`, `state_forbids`, `file_columns_differ`,
 * `too_many` and `link_batches_busy`.
 */
export async function addToBatch(tx: Tx, account: AccountId, { batchId, uploadId }: { batchId: string; uploadId: string }): Promise<void> {
  const { input } = await linkBatches.read(tx, account, batchId)
  const base = await shapeOf(tx, account, input.uploadId)
  const added = await shapeOf(tx, account, uploadId)
  const additions = input.additions ?? []
  if (additions.length === limits.linkBatchAdditions) refuse('too_many', { limit: limits.linkBatchAdditions, noun: '补充的文件' })
  await linkBatches.extend(tx, account, batchId, { ...input, additions: [...additions, { uploadId, ...matchColumns(input, base, added) }] })
}

async function shapeOf(tx: Tx, account: AccountId, uploadId: string): Promise<UploadShape> {
  const row = await tx
    .selectFrom('upload')
    .select(['shape', 'state'])
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .executeTakeFirst()
  return row && row.state !== 'canceled' ? row.shape : refuse('not_found')
}

/** By title, or by position where the added file has no header. */
function matchColumns(input: KeptBatch, base: UploadShape, added: UploadShape): Omit<BatchAddition, 'uploadId'> {
  const titles = columnTitles(base, input).map(title => title.trim())
  const used = columnsOf(input).map(column => titles[column] ?? '')
  // What no number tells apart may be a header that was taken for a row.
  const names = [added.columns, added.sample[0] ?? []]
    .map(row => row.map(cell => cell.trim()))
    .find(row => used.every(title => row.includes(title)))
  if (names) {
    const ownCount = ownColumnCount(names)
    const own = names.slice(0, ownCount)
    const columns = titles.map(title => own.indexOf(title)).map(index => (index < 0 ? null : index))
    return { columns, hasHeader: true, lineColumn: ownCount < names.length ? ownCount : null }
  }
  if (added.hasHeader || added.columns.length !== titles.length) {
    const missing = used.find(title => !added.columns.includes(title))
    refuse('file_columns_differ', { column: missing ?? '' })
  }
  return { columns: titles.map((_, index) => index), hasHeader: false, lineColumn: null }
}
