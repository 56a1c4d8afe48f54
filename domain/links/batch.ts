import { sql } from 'kysely'
import type { LinkBatchInput } from '#contract/links/link-batch.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { TaskKind } from '#domain/tasks/index.ts'
import { shortAddress } from '#domain/visits/index.ts'
import { csvText } from '#values/csv.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { maskPhonesIn } from '#values/phone.ts'
import { requireDomains } from './create.ts'
import { requireGroup } from './link.ts'
import { checkTargets, hostsOf, stateByTargets } from './target-check.ts'

/** A file that was added to a batch. */
export interface BatchAddition {
  uploadId: string
  hasHeader: boolean
  /** Its column for each column of the batch's own file; null: it has none. */
  columns: (number | null)[]
  /** The column that names lines of the batch: it was made from the file of refused rows. */
  lineColumn: number | null
}

/** The input of a batch, as stored. */
export type KeptBatch = LinkBatchInput & { fileName: string; additions?: BatchAddition[] }

/** Rows that became links or codes, and rows that took the place of refused ones. */
export type BatchOutcome = 'made' | 'repaired'

/** The cursor is the link whose recipients get codes; rows are done in the order of the file. */
export const linkBatches = new TaskKind<KeptBatch, BatchOutcome>('make_links', { tasks: limits.linkBatches, refusal: 'link_batches_busy' })

interface Starter {
  memberId: string
  now: Date
  shortLinkUrl: string
}

/**
 * Starts a batch that creates links from an uploaded file (jobs/make-links.ts). Refuses `not_found`, `input_invalid`
 * for missing columns or columns used twice, `link_batches_busy`, and, for recipients, like creating the link.
 */
export async function startBatch(tx: Tx, account: AccountId, batch: LinkBatchInput, starter: Starter): Promise<{ linkBatchId: string }> {
  const upload = await tx
    .selectFrom('upload')
    .select(['fileName', 'shape', 'state'])
    .where('accountId', '=', account)
    .where('uploadId', '=', batch.uploadId)
    .executeTakeFirst()
  if (!upload || upload.state === 'canceled') refuse('not_found')
  const columnCount = upload.shape.columns.length
  const columns = columnsOf(batch)
  if (columns.some(column => column >= columnCount) || new Set(columns).size < columns.length)
    refuse('input_invalid', {}, { columns: '每一列只能对应一项内容' })
  if (batch.linkGroupId) await requireGroup(tx, account, batch.linkGroupId)
  await requireDomains(tx, account, [batch])
  if (batch.way === 'recipients') {
    const links = [{ target: batch.target }]
    stateByTargets(firstOrThrow(links), await checkTargets(tx, account, hostsOf(links), starter.shortLinkUrl))
  }
  const input = { ...batch, fileName: upload.fileName }
  const { taskId } = await linkBatches.start(tx, account, { input, memberId: starter.memberId, now: starter.now })
  return { linkBatchId: taskId }
}

export const columnsOf = (batch: LinkBatchInput) =>
  batch.way === 'recipients'
    ? [batch.recipientColumn]
    : [batch.targetColumn, batch.codeColumn, batch.titleColumn, batch.tagsColumn, batch.endsColumn].filter(one => one !== null)

/** The newest batches. */
export async function listBatches(executor: Executor, account: AccountId) {
  const tasks = await linkBatches.list(executor, account, limits.linkBatchesShown)
  const problems = await firstProblems(
    executor,
    account,
    tasks.map(task => task.taskId),
  )
  return tasks.map(({ taskId, input, counts, cursor, doneCount, totalCount, ...task }) => {
    const { way, fileName } = input
    const repairedCount = counts.repaired ?? 0
    return {
      ...task,
      doneCount: doneCount - repairedCount,
      totalCount: totalCount === null ? null : totalCount - repairedCount,
      linkBatchId: taskId,
      way,
      fileName,
      madeCount: counts.made ?? 0,
      // Recipients are usually phone numbers.
      problems: (problems.get(taskId) ?? []).map(one => (way === 'recipients' ? { ...one, given: maskPhonesIn(one.given) } : one)),
      linkId: cursor,
    }
  })
}

interface RowProblem {
  line: number
  given: string
  problem: string
}

/** The first failed rows of each batch. */
async function firstProblems(executor: Executor, account: AccountId, batchIds: readonly string[]): Promise<Map<string, RowProblem[]>> {
  const { rows } = await sql<RowProblem & { batchId: string }>`
    select batch.batch_id, one.line, one.given, one.problem
    from unnest(${batchIds}::uuid[]) as batch (batch_id), lateral (
      select line, given, problem from link_batch_row
      where account_id = ${account} and link_batch_row.batch_id = batch.batch_id and problem is not null
      order by line limit ${limits.linkBatchProblemsShown}) as one`.execute(executor)
  return new Map(
    [...Map.groupBy(rows, row => row.batchId)].map(([batchId, own]) => [
      batchId,
      own.map(({ line, given, problem }) => ({ line, given, problem })),
    ]),
  )
}

/** Stops a batch; created links stay. Refuses `not_found` and `state_forbids`. */
export const cancelBatch = (tx: Tx, account: AccountId, batchId: string, now: Date) =>
  linkBatches.cancel(tx, account, { taskId: batchId, now })

/** Resumes a failed or stopped batch after its last row. Refuses `not_found`, `state_forbids`, `link_batches_busy`. */
export const resumeBatch = (tx: Tx, account: AccountId, batchId: string) => linkBatches.resume(tx, account, batchId)

const rowsAtOnce = 10_000

/** Who alone uploaded the recipients of a batch, and the file; null: it has none. Refuses `not_found`. */
export async function recipientsOf(
  executor: Executor,
  account: AccountId,
  batchId: string,
): Promise<{ sessionId: string | null; fileName: string } | null> {
  const { way, uploadId, fileName, additions = [] } = (await linkBatches.read(executor, account, batchId)).input
  if (way !== 'recipients') return null
  const uploads = await executor
    .selectFrom('upload')
    .select('sessionId')
    .distinct()
    .where('accountId', '=', account)
    .where('uploadId', 'in', [uploadId, ...additions.map(one => one.uploadId)])
    .execute()
  return { sessionId: uploads.length === 1 ? firstOrThrow(uploads).sessionId : null, fileName }
}

/**
 * The result of a batch as CSV lines, in pieces: each finished row with its address or the reason for having none;
 * `masks`: masks recipients that are numbers. Refuses `not_found`.
 */
export async function resultPiece(
  executor: Executor,
  account: AccountId,
  { batchId, afterLine, shortLinkUrl, masks }: { batchId: string; afterLine: number; shortLinkUrl: string; masks: boolean },
): Promise<{ text: string; lastLine: number } | null> {
  await linkBatches.read(executor, account, batchId)
  const { rows } = await sql<{
    recipientId: string | null
    line: number
    given: string
    target: string | null
    domain: string | null
    code: string | null
    problem: string | null
  }>`
    select made.recipient_id, made.line, made.given, link.target, link.domain, coalesce(made.code, link.code) as code, made.problem
    from link_batch_row as made left join link on link.account_id = made.account_id and link.link_id = made.link_id
    where made.account_id = ${account} and made.batch_id = ${batchId} and made.line > ${afterLine} order by made.line limit ${rowsAtOnce}`.execute(
    executor,
  )
  if (rows.length === 0) return null
  const lines = rows.map(row => {
    const address = row.code === null ? '' : shortAddress(shortLinkUrl, row.domain ?? '', row.code)
    const recipient = row.recipientId === null ? '' : encodeId('message', row.recipientId)
    return `${[String(row.line), ...[masks ? maskPhonesIn(row.given) : row.given, row.target ?? '', address, recipient, row.problem ?? ''].map(csvText)].join(',')}\r\n`
  })
  return { text: lines.join(''), lastLine: lastOrThrow(rows).line }
}

export const resultHeader = '\ufeff行号,收件人或未通过的网址,目标网址,短链接,{recipient}的值,未创建的原因\r\n'
