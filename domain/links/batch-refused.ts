import { refusedColumns } from '#contract/recipients/upload.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { columnTitles } from '#domain/table-files/index.ts'
import { csvLine } from '#values/csv.ts'
import type { AccountId } from '#values/id.ts'
import { maskPhonesIn } from '#values/phone.ts'
import { linkBatches } from './batch.ts'
import { type OpenRows, readBatchRows } from './batch-file.ts'

const problemsAtOnce = 10_000

/** The rows that a batch did not make into links, in the form of its file, to be corrected and added again. */
export interface RefusedBatchRows {
  isWorkbook: boolean
  /** CSV lines; `masks`: recipients that are numbers are masked. */
  lines: (masks: boolean) => AsyncGenerator<string>
}

/** Refuses `not_found`, also when a file is gone. */
export async function refusedOfBatch(
  { db, openRows }: { db: Db; openRows: OpenRows },
  account: AccountId,
  batchId: string,
): Promise<RefusedBatchRows> {
  const { input, shape } = await asAccount(db, account, async tx => {
    const { input } = await linkBatches.read(tx, account, batchId)
    const { shape } = await tx
      .selectFrom('upload')
      .select('shape')
      .where('accountId', '=', account)
      .where('uploadId', '=', input.uploadId)
      .executeTakeFirstOrThrow()
    return { input, shape }
  })
  const titles = columnTitles(shape, input)
  const rows = await readBatchRows(openRows, account, input)
  // A repaired row that was refused again stands as it was given last.
  const cellsOf = new Map(rows.flatMap(({ line, repairs = line, cells }) => [[line, cells] as const, [repairs, cells] as const]))
  return {
    isWorkbook: shape.format === 'xlsx',
    lines: async function* (masks) {
      yield `\ufeff${csvLine([...titles, ...refusedColumns])}`
      for await (const { line, given, problem } of problemsOf(db, account, batchId)) {
        const cells = cellsOf.get(line) ?? []
        const shown = [...titles.map((_, index) => cells[index] ?? ''), String(line), problem ?? '', given]
        yield csvLine(masks ? shown.map(maskPhonesIn) : shown)
      }
    },
  }
}

/** Failed rows, by their lines. */
async function* problemsOf(db: Db, account: AccountId, batchId: string) {
  let after = 0
  for (;;) {
    const rows = await asAccount(db, account, tx =>
      tx
        .selectFrom('linkBatchRow')
        .select(['line', 'given', 'problem'])
        .where('accountId', '=', account)
        .where('batchId', '=', batchId)
        .where('problem', 'is not', null)
        .where('line', '>', after)
        .orderBy('line')
        .limit(problemsAtOnce)
        .execute(),
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < problemsAtOnce) return
    after = last.line
  }
}
