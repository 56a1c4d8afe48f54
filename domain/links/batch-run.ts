import { sql } from 'kysely'
import { Refusal, refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { consumeLinkUnits, foldedCode, ownCodeProblemNames } from '#domain/visits/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import type { KeptBatch } from './batch.ts'
import { type GivenRow, linkOfRow, recipientOfRow, type TargetsInput } from './batch-row.ts'
import { createLinks, type NewLink } from './create.ts'
import { giveRecipientCodes } from './recipient-code.ts'
import { checkTargets, type HostVerdict, hostRefusals, hostsOf, targetVerdict } from './target-check.ts'

export interface BatchOptions {
  db: Db
  now: () => Date
  shortLinkUrl: string
  /** The rows of an uploaded file from its beginning, the header included. */
  openRows: (account: AccountId, uploadId: string) => Promise<AsyncIterable<GivenRow>>
  /** Rows of one transaction. */
  pieceRows?: number
}

/** Rows of one transaction: it holds the account's units for tenths of a second. */
const standardPieceRows = 5_000

interface BatchRun {
  account: AccountId
  batchId: string
  runId: string
  input: KeptBatch
  memberId: string | null
  createdAt: Date
  /** Of an earlier run, which was killed, failed or was stopped. */
  doneCount: number
  linkId: string | null
}
/** What became of a row. */
interface Outcome {
  line: number
  given: string
  linkId: string | null
  /** Of a recipient, with its code. */
  recipientId: string | null
  code: string | null
  problem: string | null
}

/** Another run has begun, or the batch was stopped: this one has nothing more to say. */
class Superseded extends Error {}

/**
 * Makes the links of a batch from where it stands to its end. It may be killed anywhere and is begun again: a piece that was written is not written twice, so
 * no link and no unit is, and a run that another has taken over writes nothing more. What can't go on is `failed` with its sentence; what was made stays.
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

/** Reads the rows before the first link is made: one too many refuses them all (`file_too_many_rows`). A file is small enough to be held (limits.uploadBytes). */
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

/** Of one link and not of the batch: the rows around it can still be made. */
const rowRefusals: readonly string[] = ['code_taken', 'code_unfit', 'target_refused']

/** A piece in one transaction. When one of its rows is refused after all (a code was taken meanwhile), halves are made on their own until it is found. */
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
    // The first of several rows with one code has it.
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

/** Those of the wanted own codes that lead somewhere already, in any case. */
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
    code: codes[index]!,
    problem: null,
  }))
  return [
    ...made,
    ...wanted.flatMap(({ row, recipient }) =>
      typeof recipient === 'string' ? [] : [refused(row, givenOf(row, input), recipient.problem)],
    ),
  ]
}

/** The link whose recipients get codes: made with the first piece. */
async function linkOfBatch(tx: Tx, run: BatchRun, input: RecipientsInput, options: BatchOptions): Promise<string> {
  if (run.linkId) return run.linkId
  const { target, title, domain, linkGroupId, endsAt } = input
  const [link] = await createLinks(tx, run.account, [{ target, title, domain, linkGroupId, endsAt }], {
    now: options.now(),
    memberId: run.memberId,
    source: 'batch',
    shortLinkUrl: options.shortLinkUrl,
  })
  await sql`update link_batch set link_id = ${link!.linkId} where account_id = ${run.account} and batch_id = ${run.batchId}`.execute(tx)
  return link!.linkId
}

/** The rows and how far the batch is, in the transaction that made their links. */
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
  // Known from here on only if this commits; a run that fails before it ends and begins anew.
  run.linkId = rows[0]!.linkId
}

/** Goes on where an earlier run was killed; null when there is nothing to do. */
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
    const input = row.input as KeptBatch & { endsAt: string | null }
    return {
      account,
      batchId,
      runId,
      // Kept as JSON: its moment is a text there.
      input: { ...input, endsAt: input.endsAt && new Date(input.endsAt) } as KeptBatch,
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
