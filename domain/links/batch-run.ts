import { sql } from 'kysely'
import { Refusal, refuse } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Db, Tx } from '#db/connect.ts'
import type { Piece, TaskRun } from '#domain/tasks/index.ts'
import { consumeLinkUnits, foldedCode, ownCodeProblemNames } from '#domain/visits/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { type BatchOutcome, type KeptBatch, linkBatches } from './batch.ts'
import { type OpenRows, readBatchRows } from './batch-file.ts'
import { type GivenRow, linkOfRow, recipientOfRow, type TargetsInput } from './batch-row.ts'
import { createLinks, type NewLink } from './create.ts'
import { giveRecipientCodes } from './recipient-code.ts'
import { checkTargets, type HostVerdict, hostRefusals, hostsOf, targetVerdict } from './target-check.ts'

export interface BatchOptions {
  db: Db
  now: () => Date
  shortLinkUrl: string
  openRows: OpenRows
  /** Rows per transaction. */
  pieceRows?: number
}

/** Rows per transaction: it locks the account's units for tenths of a second. */
const standardPieceRows = 5_000

type BatchTaskRun = TaskRun<KeptBatch, BatchOutcome, string>
interface BatchRun extends BatchOptions {
  run: BatchTaskRun
  account: AccountId
  input: KeptBatch
}
/** The result of a row. */
interface Outcome extends Pick<GivenRow, 'line' | 'repairs'> {
  given: string
  linkId: string | null
  /** For a recipient with a code. */
  recipientId: string | null
  code: string | null
  problem: string | null
}

/** Creates the links of a batch (domain/tasks/). Links created before it failed or was stopped stay. */
export function runLinkBatch(account: AccountId, batchId: string, options: BatchOptions): Promise<void> {
  return linkBatches.run(account, batchId, options, async run => {
    const input = run.task.input as KeptBatch & { endsAt: string | null }
    // Stored as JSON, so its time is a text.
    const batch = { ...options, run, account, input: { ...input, endsAt: input.endsAt && new Date(input.endsAt) } as KeptBatch }
    await makeAll(batch, await readRows(batch))
  })
}

/** Reads all rows before creating links. Refuses `file_empty` and what `readBatchRows` refuses. */
async function readRows({ run, account, input, openRows }: BatchRun): Promise<GivenRow[]> {
  const rows = await readBatchRows(openRows, account, input)
  if (rows.length === 0) refuse('file_empty')
  await run.piece(async () => ({ totalCount: rows.length }))
  return rows
}

async function makeAll(batch: BatchRun, rows: readonly GivenRow[]): Promise<void> {
  const { input, run, pieceRows = standardPieceRows } = batch
  const { doneCount } = run.task
  const seen = new Set<string>()
  if (input.way === 'recipients') for (const row of rows.slice(0, doneCount)) recipientOfRow(row, input.recipientColumn, seen)
  for (let start = doneCount; start < rows.length; start += pieceRows) await makePiece(batch, rows.slice(start, start + pieceRows), seen)
}

/** Refusals that concern one row only; the others can still be created. */
const rowRefusals: readonly string[] = ['code_taken', 'code_unfit', 'target_refused']

/**
 * Creates a piece in one transaction. If one of its rows is refused after all (a code was taken meanwhile), bisects the
 * piece to find it.
 */
async function makePiece(batch: BatchRun, rows: readonly GivenRow[], seen: Set<string>): Promise<void> {
  const { run, input } = batch
  try {
    await run.piece(async tx => {
      if (input.way === 'targets') return writeOutcomes(tx, run, await makeLinks(tx, batch, input, rows))
      const linkId = run.task.cursor ?? (await makeLink(tx, batch, input))
      const piece = await writeOutcomes(tx, run, await makeCodes(tx, batch, { input, linkId, rows, seen }))
      return { ...piece, cursor: linkId }
    })
  } catch (error) {
    if (!(error instanceof Refusal) || !rowRefusals.includes(error.code) || input.way === 'recipients') throw error
    if (rows.length === 1) {
      const row = firstOrThrow(rows)
      await run.piece(tx => writeOutcomes(tx, run, [refused(row, givenOf(row, input), error.message)]))
      return
    }
    const half = Math.ceil(rows.length / 2)
    await makePiece(batch, rows.slice(0, half), seen)
    await makePiece(batch, rows.slice(half), seen)
  }
}

const placeOf = ({ line, repairs }: GivenRow) => ({ line, ...(repairs === undefined ? {} : { repairs }) })
const givenOf = (row: GivenRow, input: KeptBatch) => row.cells[input.way === 'targets' ? input.targetColumn : input.recipientColumn] ?? ''
const refused = (row: GivenRow, given: string, problem: string): Outcome => ({
  ...placeOf(row),
  given: given.slice(0, limits.linkBatchGivenCharacters).toWellFormed(),
  linkId: null,
  recipientId: null,
  code: null,
  problem,
})

async function makeLinks(tx: Tx, batch: BatchRun, input: TargetsInput & KeptBatch, rows: readonly GivenRow[]): Promise<Outcome[]> {
  const { account, run, shortLinkUrl } = batch
  const wanted = rows.map(row => ({ row, link: linkOfRow(row, input, run.task.createdAt) }))
  const links = wanted.flatMap(({ link }) => ('problem' in link ? [] : [link]))
  const verdicts = await checkTargets(tx, account, hostsOf(links), shortLinkUrl)
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
  const made = await createLinks(tx, account, good, makingOf(batch))
  let place = 0
  return checked.map(({ row, problem }) => {
    if (problem !== null) return refused(row, givenOf(row, input), problem)
    const { linkId } = itemOrThrow(made, place++)
    return { ...placeOf(row), given: '', linkId, recipientId: null, code: null, problem: null }
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
    .selectFrom('shortCode')
    .select('code')
    .where('domain', '=', domain)
    .where(either => either.or([either('code', 'in', codes), either('foldedCode', 'in', codes.map(foldedCode))]))
    .execute()
  return new Set(rows.map(row => foldedCode(row.code)))
}

type RecipientsInput = Extract<KeptBatch, { way: 'recipients' }>

async function makeCodes(
  tx: Tx,
  { account, run, now }: BatchRun,
  { input, linkId, rows, seen }: { input: RecipientsInput; linkId: string; rows: readonly GivenRow[]; seen: Set<string> },
): Promise<Outcome[]> {
  const wanted = rows.map(row => ({ row, recipient: recipientOfRow(row, input.recipientColumn, seen) }))
  const given = wanted.flatMap(({ row, recipient }) => (typeof recipient === 'string' ? [{ row, recipient, recipientId: newId() }] : []))
  await consumeLinkUnits(tx, account, given.length, { now: now(), referenceId: run.task.taskId })
  const codes = await giveRecipientCodes(tx, account, { linkId, domain: input.domain, messageIds: given.map(one => one.recipientId) })
  const made = given.map(({ row, recipient, recipientId }, index) => ({
    ...placeOf(row),
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
async function makeLink(tx: Tx, batch: BatchRun, { target, title, domain, linkGroupId, endsAt }: RecipientsInput): Promise<string> {
  const links = await createLinks(tx, batch.account, [{ target, title, domain, linkGroupId, endsAt }], makingOf(batch))
  return firstOrThrow(links).linkId
}

const makingOf = ({ now, run, shortLinkUrl }: BatchRun) =>
  ({ now: now(), memberId: run.task.memberId, source: 'batch', shortLinkUrl }) as const

/** Writes the rows, in the transaction that created their links. */
async function writeOutcomes(tx: Tx, { account, task }: BatchTaskRun, outcomes: readonly Outcome[]): Promise<Piece<BatchOutcome>> {
  const repaired = await takePlaces(tx, { account, task }, outcomes)
  const placed = outcomes.map(one => (one.repairs !== undefined && repaired.has(one.line) ? { ...one, line: one.repairs } : one))
  const list = <Key extends keyof Outcome>(key: Key) => placed.map(one => one[key])
  await sql`
    insert into link_batch_row (account_id, batch_id, line, given, link_id, recipient_id, code, problem)
    select owner.account_id, ${task.taskId}::uuid, one.*
    from ${accountRow(account)}
    cross join unnest(${list('line')}::integer[], ${list('given')}::text[],
      ${list('linkId')}::uuid[], ${list('recipientId')}::uuid[], ${list('code')}::text[], ${list('problem')}::text[]) as one`.execute(tx)
  const counts = { made: outcomes.filter(one => one.problem === null).length, repaired: repaired.size }
  return { doneCount: outcomes.length, counts }
}

/** Removes the refused rows whose places are taken; returns the lines of those that take them, the first of several. */
async function takePlaces(tx: Tx, { account, task }: Pick<BatchTaskRun, 'account' | 'task'>, outcomes: readonly Outcome[]) {
  const takers = new Map<number, number>()
  for (const { line, repairs } of outcomes) if (repairs !== undefined && !takers.has(repairs)) takers.set(repairs, line)
  if (takers.size === 0) return new Set<number>()
  const { rows } = await sql<{ line: number }>`
    delete from link_batch_row where account_id = ${account} and batch_id = ${task.taskId} and line = any(${[...takers.keys()]}::integer[])
      and problem is not null returning line`.execute(tx)
  return new Set(rows.flatMap(row => takers.get(row.line) ?? []))
}
