import { sql } from 'kysely'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { copyLocked, lockContacts, moveLocked, registerConsent, removeLocked } from './contact.ts'
import { type Selection, selectionOf, walkContacts } from './filter.ts'
import { importContacts } from './import.ts'
import { mergePiece } from './merge.ts'
import { type RecordedAct, recordContacts } from './record.ts'
import { tagContacts, untagContacts } from './tag.ts'
import { type ContactPiece, type ContactTaskRun, contactTasks, undoableBy } from './task.ts'

export interface RunOptions {
  db: Db
  files: Files
  now: () => Date
  /** Contacts or rows per transaction. */
  pieceRows?: number
}

/** Contacts per transaction: its locks on groups last tenths of a second. */
const standardPieceRows = 2_000

/** Runs a task on contacts (domain/tasks/). */
export function runContactTask(account: AccountId, taskId: string, options: RunOptions): Promise<void> {
  const { db, files, now, pieceRows = standardPieceRows } = options
  return contactTasks.run(account, taskId, { db, now }, async run => {
    const { kind, filter = {}, keep } = run.task.input
    if (kind === 'import') return importContacts(run, { db, files, now, pieceRows })
    const selection = await asAccount(db, account, tx => selectionOf(tx, account, filter))
    const work = (tx: Tx) =>
      kind === 'merge'
        ? mergePiece(tx, account, { ...undoableBy(run, now()), keep: keep!, after: run.task.cursor, limit: pieceRows })
        : actPiece(tx, run, selection, { limit: pieceRows, now: now() })
    while (await run.piece(work));
  })
}

async function actPiece(
  tx: Tx,
  run: ContactTaskRun,
  selection: Selection,
  { limit, now }: { limit: number; now: Date },
): Promise<ContactPiece | null> {
  const { account, task } = run
  const walked = await walkContacts(tx, account, selection, { after: task.cursor, ceiling: task.taskId, limit })
  if (walked.length === 0) return null
  const contactIds = walked.map(row => row.contactId)
  const act = async () => ({ counts: await actOn(tx, run, contactIds, now) })
  const { counts } = await (task.input.kind === 'clear_field'
    ? act()
    : recordContacts(tx, account, { ...undoableBy(run, now), ...touchedBy(run, contactIds) }, act))
  return { cursor: lastOrThrow(contactIds), doneCount: walked.length, counts }
}

function touchedBy({ task: { input } }: ContactTaskRun, contactIds: readonly string[]): Pick<RecordedAct, 'touched' | 'targetGroupId'> {
  const { kind, groupId } = input
  if (kind === 'copy' && groupId) return { touched: { copiesOf: contactIds, groupId } }
  return { touched: { contactIds }, targetGroupId: groupId }
}

/** Applies a task to some contacts. Contacts deleted meanwhile count as done. */
async function actOn(
  tx: Tx,
  { account, task: { input } }: ContactTaskRun,
  contactIds: readonly string[],
  now: Date,
): Promise<NonNullable<ContactPiece['counts']>> {
  const { kind } = input
  if (kind === 'tag' || kind === 'untag') {
    const { changedCount } = await (kind === 'tag' ? tagContacts : untagContacts)(tx, account, { contactIds, tagId: input.tagId! })
    return { done: changedCount, unchanged: contactIds.length - changedCount }
  }
  if (kind === 'consent') {
    const { at, ...consent } = input.consent!
    // Stored as JSON in the task's row, where its moment is a text.
    const { changedCount } = await registerConsent(tx, account, { contactIds, consent: { ...consent, at: at && new Date(at) } })
    return { done: changedCount, unchanged: contactIds.length - changedCount }
  }
  if (kind === 'clear_field') {
    await sql`update contact set fields = fields - ${String(input.fieldKey)}::text
      where account_id = ${account} and contact_id = any(${[...contactIds]}::uuid[]) and fields ->> ${String(input.fieldKey)} is not null`.execute(
      tx,
    )
    return { done: contactIds.length }
  }
  const found = await lockContacts(tx, account, contactIds, input.groupId)
  if (kind === 'delete') return { done: (await removeLocked(tx, account, found)).removedCount }
  const groupId = input.groupId!
  if (kind === 'move') {
    const { movedCount, stayedCount } = await moveLocked(tx, account, { found, groupId })
    return { done: movedCount, stayed: stayedCount }
  }
  const { copiedCount, stayedCount } = await copyLocked(tx, account, { found, groupId, now })
  return { done: copiedCount, stayed: stayedCount }
}
