import { sql } from 'kysely'
import { Refusal, refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { consumeLinkUnits, foldedCode, ownCodeProblemNames } from '#domain/visits/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import type { KeptBatch } from './batch.ts'
import { type GivenRow, linkOfRow, recipientOfRow, type TargetsInput } from './batch-row.ts'
import { createLinks, type NewLink } from './create.ts'
import { giveRecipientCodes } from './recipient-code.ts'
import { checkTargets, type HostVerdict, hostRefusals, hostsOf, targetVerdict } from './target-check.ts'

export interface BatchOptions {
  db: Db
  now: () => Date
  shortLinkUrl: string
  /** The rows of an uploaded file from the beginning, including the header. */
  openRows: (account: AccountId, uploadId: string) => Promise<AsyncIterable<GivenRow>>
  /** Rows per transaction. */
  pieceRows?: number
}

/** Rows per transaction: it locks the account's units for tenths of a second. */
const standardPieceRows = 5_000

interface BatchRun {
  account: AccountId
  batchId: string
  runId: string
  input: KeptBatch
  memberId: string | null
  createdAt: Date
  /** Rows done by an earlier run that was killed, failed or was stopped. */
  doneCount: number
  linkId: string | null
}
/** The result of a row. */
interface Outcome {
  line: number
  given: string
  linkId: string | null
  /** For a recipient with a code. */
  recipientId: string | null
  code: string | null
  problem: string | null
}

/** The fencing token is stale: another run has begun, or the batch was stopped. */
class Superseded extends Error {}

/**
 * Resumable task: creates the links of a batch from its cursor to its end. A crash is safe anywhere: pieces are
 * committed with the cursor, so no link or unit is duplicated, and a superseded run writes nothing more. A permanent
 * failure ends in `failed` with its sentence; created links stay.
 */
export async function runLinkBatch(account: AccountId, batchId: string, options: BatchOptions): Promise<void> {
  const run = await beginRun(options.db, account, batchId)
  if (!run) return
  try {
    await makeAll(run, await readRows(run, options), options)
    await whileRunning(options.db, run, tx => endRun(tx, run, 'done', null, options.now()))
  } catch (error) {
    if (error instanceof Superseded) return
    if (!(error instanceof Refusal)) throw error
    await whileRunning(options.db, run, tx => endRun(tx, run, 'failed', error.message, options.now())).catch(late => {
      if (!(late instanceof Superseded)) throw late
    })
  }
}

/**
 * Reads all rows before creating links: too many rows refuse the whole batch (`file_too_many_rows`). A file fits into
 * memory (limits.uploadBytes).
 */
async function readRows(run: BatchRun, { db, openRows }: BatchOptions): Promise<GivenRow[]> {
  const rows: GivenRow[] = []
  for await (const row of await openRows(run.account, run.input.uploadId)) {
    rows.push(row)
    if (rows.length > limits.linkBatchRows + 1) break
  }
  if (run.input.hasHeader) rows.shift()
  if (rows.length > limits.linkBatchRows) refuse('file_too_many_rows', { rows: limits.linkBatchRows.toLocaleString('en-US') })
  if (rows.length === 0) refuse('file_empty')
  await whileRunning(db, run, tx =>
    sql`update link_batch set total_count = ${rows.length} where account_id = ${run.account} and batch_id = ${run.batchId}`.execute(tx),
  )
  return rows
}

async function makeAll(run: BatchRun, rows: readonly GivenRow[], options: BatchOptions): Promise<void> {
  const { pieceRows = standardPieceRows } = options
  const seen = new Set<string>()
  if (run.input.way === 'recipients') for (const row of rows.slice(0, run.doneCount)) recipientOfRow(row, run.input.recipientColumn, seen)
  for (let start = run.doneCount; start < rows.length; start += pieceRows)
    await makePiece(run, rows.slice(start, start + pieceRows), seen, options)
}

/** Refusals that concern one row only; the others can still be created. */
const rowRefusals: readonly string[] = ['code_taken', 'code_unfit', 'target_refused']

/**
 * Creates a piece in one transaction. If one of its rows is refused after all (a code was taken meanwhile), bisects the
 * piece to find it.
 */
async function makePiece(run: BatchRun, rows: readonly GivenRow[], seen: Set<string>, options: BatchOptions): Promise<void> {
  try {
    await whileRunning(options.db, run, async tx => {
      const outcomes =
        run.input.way === 'targets'
          ? await makeLinks(tx, run, run.input, rows, options)
          : await makeCodes(tx, run, run.input, rows, seen, options)
      await writeOutcomes(tx, run, outcomes)
    })
  } catch (error) {
    if (!(error instanceof Refusal) || !rowRefusals.includes(error.code) || run.input.way === 'recipients') throw error
    if (rows.length === 1) {
      const [row] = rows as [GivenRow]
      await whileRunning(options.db, run, tx => writeOutcomes(tx, run, [refused(row, givenOf(row, run.input), error.message)]))
      return
    }
    const half = Math.ceil(rows.length / 2)
    await makePiece(run, rows.slice(0, half), seen, options)
    await makePiece(run, rows.slice(half), seen, options)
  }
}

const givenOf = (row: GivenRow, input: KeptBatch) => row.cells[input.way === 'targets' ? input.targetColumn : input.recipientColumn] ?? ''
const refused = (row: GivenRow, given: string, problem: string): Outcome => ({
  line: row.line,
  given: given.slice(0, limits.linkBatchGivenCharacters).toWellFormed(),
  linkId: null,
  recipientId: null,
  code: null,
  problem,
})

async function makeLinks(
  tx: Tx,
  run: BatchRun,
  input: TargetsInput & KeptBatch,
  rows: readonly GivenRow[],
  options: BatchOptions,
): Promise<Outcome[]> {
  const { account, memberId } = run
  const wanted = rows.map(row => ({ row, link: linkOfRow(row, input, run.createdAt) }))
  const links = wanted.flatMap(({ link }) => ('problem' in link ? [] : [link]))
  const verdicts = await checkTargets(tx, account, hostsOf(links), options.shortLinkUrl)
  const taken = await takenCodes(tx, input.domain, links)
  const problemOf = (link: NewLink | { problem: string }): string | null => {
    if ('problem' in link) return link.problem
    const problem =
      targetProblem(link.target, verdicts) ?? (link.ownCode && taken.has(foldedCode(link.ownCode)) ? ownCodeProblemNames.taken : null)
    // The first of several rows with the same code gets it.
    if (problem === null && link.ownCode) taken.add(foldedCode(link.ownCode))
    return problem
  }
  const checked = wanted.map(({ row, link }) => ({ row, link, problem: problemOf(link) }))
  const good = checked.flatMap(({ link, problem }) => (problem === null ? [link as NewLink] : []))
  const made = await createLinks(tx, account, good, { now: options.now(), memberId, source: 'batch', shortLinkUrl: options.shortLinkUrl })
  const results = made[Symbol.iterator]()
  return checked.map(({ row, problem }) => {
    if (problem !== null) return refused(row, givenOf(row, input), problem)
    const { linkId } = results.next().value!
    return { line: row.line, given: '', linkId, recipientId: null, code: null, problem: null }
  })
}

function targetProblem(target: string, verdicts: ReadonlyMap<string, HostVerdict>): string | null {
  const verdict = targetVerdict(target, verdicts)
  return verdict === 'blocked' || verdict === 'short' ? hostRefusals[verdict] : null
}

/** The wanted codes that are already taken, regardless of letter case. */
async function takenCodes(tx: Tx, domain: string, links: readonly NewLink[]): Promise<Set<string>> {
  const codes = links.flatMap(({ ownCode }) => (ownCode ? [ownCode] : []))
  if (codes.length === 0) return new Set()
  const rows = await tx
    .selectFrom('short_code')
    .select('code')
    .where('domain', '=', domain)
    .where(either => either.or([either('code', 'in', codes), either('folded_code', 'in', codes.map(foldedCode))]))
    .execute()
  return new Set(rows.map(row => foldedCode(row.code)))
}

type RecipientsInput = Extract<KeptBatch, { way: 'recipients' }>

async function makeCodes(
  tx: Tx,
  run: BatchRun,
  input: RecipientsInput,
  rows: readonly GivenRow[],
  seen: Set<string>,
  options: BatchOptions,
): Promise<Outcome[]> {
  const { account } = run
  const linkId = await linkOfBatch(tx, run, input, options)
  const wanted = rows.map(row => ({ row, recipient: recipientOfRow(row, input.recipientColumn, seen) }))
  const given = wanted.flatMap(({ row, recipient }) => (typeof recipient === 'string' ? [{ row, recipient, recipientId: newId() }] : []))
  await consumeLinkUnits(tx, account, given.length, { now: options.now(), referenceId: run.batchId })
  const codes = await giveRecipientCodes(tx, account, { linkId, domain: input.domain, messageIds: given.map(one => one.recipientId) })
  const made = given.map(({ row, recipient, recipientId }, index) => ({
    line: row.line,
    given: recipient,
    linkId,
    recipientId,
    code: itemOrThrow(codes, index),
    problem: null,
  }))
  return [
    ...made,
    ...wanted.flatMap(({ row, recipient }) =>
      typeof recipient === 'string' ? [] : [refused(row, givenOf(row, input), recipient.problem)],
    ),
  ]
}

/** The link whose recipients get codes, created with the first piece. */
async function linkOfBatch(tx: Tx, run: BatchRun, input: RecipientsInput, options: BatchOptions): Promise<string> {
  if (run.linkId) return run.linkId
  const { target, title, domain, linkGroupId, endsAt } = input
  const link = firstOrThrow(
    await createLinks(tx, run.account, [{ target, title, domain, linkGroupId, endsAt }], {
      now: options.now(),
      memberId: run.memberId,
      source: 'batch',
      shortLinkUrl: options.shortLinkUrl,
    }),
  )
  await sql`update link_batch set link_id = ${link.linkId} where account_id = ${run.account} and batch_id = ${run.batchId}`.execute(tx)
  return link.linkId
}

/** Writes the rows and the cursor, in the transaction that created their links. */
async function writeOutcomes(tx: Tx, run: BatchRun, outcomes: readonly Outcome[]): Promise<void> {
  const { account, batchId } = run
  const list = <Key extends keyof Outcome>(key: Key) => outcomes.map(one => one[key])
  await sql`
    insert into link_batch_row (account_id, batch_id, line, given, link_id, recipient_id, code, problem)
    select ${account}::uuid, ${batchId}::uuid, * from unnest(${list('line')}::integer[], ${list('given')}::text[],
      ${list('linkId')}::uuid[], ${list('recipientId')}::uuid[], ${list('code')}::text[], ${list('problem')}::text[])`.execute(tx)
  const made = outcomes.filter(one => one.problem === null)
  const { rows } = await sql<{ linkId: string | null }>`
    update link_batch set done_count = done_count + ${outcomes.length}, made_count = made_count + ${made.length}
    where account_id = ${account} and batch_id = ${batchId} returning link_id as "linkId"`.execute(tx)
  // Only valid if this commits; a run that fails before ends and starts anew.
  run.linkId = firstOrThrow(rows).linkId
}

/** Resumes where an earlier run was killed; null if there is nothing to do. */
const beginRun = (db: Db, account: AccountId, batchId: string): Promise<BatchRun | null> =>
  asAccount(db, account, async tx => {
    const runId = newId()
    const row = await tx
      .updateTable('link_batch')
      .set({ state: 'running', run_id: runId })
      .where('account_id', '=', account)
      .where('batch_id', '=', batchId)
      .where('state', 'in', ['waiting', 'running'])
      .returningAll()
      .executeTakeFirst()
    if (!row) return null
    const { input } = row
    return {
      account,
      batchId,
      runId,
      // Stored as JSON, so its time is a text.
      input: { ...input, endsAt: input.endsAt === null ? null : new Date(input.endsAt) },
      memberId: row.member_id,
      createdAt: row.created_at,
      doneCount: row.done_count,
      linkId: row.link_id,
    }
  })

const endRun = (tx: Tx, run: BatchRun, state: 'done' | 'failed', failure: string | null, now: Date) =>
  sql`update link_batch set state = ${state}, failure = ${failure}, ended_at = ${now}, run_id = null
    where account_id = ${run.account} and batch_id = ${run.batchId}`.execute(tx)

function whileRunning<Answer>(db: Db, { account, batchId, runId }: BatchRun, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  return asAccount(db, account, async tx => {
    const { rows } = await sql`select from link_batch
      where account_id = ${account} and batch_id = ${batchId} and run_id = ${runId} and state = 'running' for no key update`.execute(tx)
    if (rows.length === 0) throw new Superseded('another run has begun')
    return work(tx)
  })
}
