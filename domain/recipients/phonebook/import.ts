import type { ImportMapping } from '#contract/recipients/contact-task.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import { columnTitles, estimateRows, fileRows, type Row } from '#domain/table-files/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { RefusedRows } from '../upload/refused-rows.ts'
import { SeenRecipients } from '../upload/seen-recipients.ts'
import { listFields } from './field.ts'
import { lockGroups } from './group.ts'
import { type ImportedRow, importRow, type RefusedContact } from './import-row.ts'
import { recordContacts } from './record.ts'
import { createTag, listTags } from './tag.ts'
import { type ContactPiece, type ContactTaskRun, undoableBy } from './task.ts'
import { writeContacts } from './write.ts'

interface ImportOptions {
  db: Db
  files: Files
  now: () => Date
  pieceRows: number
}

/**
 * Imports a file of contacts into a group, a batch of rows per transaction. A resumed run reads written rows again, for
 * the file of refused rows and to recognize repetitions, but doesn't write them again. Refuses what the file's format
 * refuses, `file_has_no_phone`, `not_found` and `too_many`.
 */
export async function importContacts(run: ContactTaskRun, options: ImportOptions): Promise<void> {
  const { input } = run.task
  const context = await readImportContext(options.db, run)
  const titles = columnTitles(context.shape, input.mapping!)
  const refused = new RefusedRows(options.files, run.account, input.refusedFileId!, titles)
  try {
    await readRows(run, context, refused, options)
    await refused.end()
  } catch (error) {
    await refused.abandon()
    throw error
  }
}

async function readRows(
  run: ContactTaskRun,
  { shape, byteCount, fieldNames }: Awaited<ReturnType<typeof readImportContext>>,
  refusedRows: RefusedRows,
  { files, now, pieceRows }: ImportOptions,
): Promise<void> {
  const { account } = run
  const { input, cursor } = run.task
  const mapping = input.mapping!
  const headerRows = mapping.hasHeader ? 1 : 0
  let readBytes = 0
  const rows = await fileRows(files, account, input.uploadId!, shape, {
    maxRows: limits.uploadRows + headerRows,
    onBytes: bytes => {
      readBytes += bytes
    },
  })
  const before = Number(cursor ?? 0)
  const pile = new Pile()
  let rowNumber = -headerRows
  const write = async () => {
    if (rowNumber > before && pile.rowCount > 0) {
      await run.piece(async tx => ({
        cursor: String(rowNumber),
        doneCount: pile.rowCount,
        counts: { ...(await writePiece(tx, run, pile.contacts, now())), ...pile.counts },
        totalCount: estimateRows(rowNumber, { readBytes, byteCount }),
      }))
    }
    await refusedRows.write(pile.refused)
    pile.clear()
  }
  for await (const row of rows) {
    rowNumber += 1
    if (rowNumber <= 0) continue
    pile.take(importRow(row, mapping, fieldNames), row)
    // Pieces end where those of an earlier run may have ended, so that none of its rows is written again.
    if (rowNumber === before || rowNumber % pieceRows === 0) await write()
  }
  await write()
  if (!pile.hasPhone) refuse('file_has_no_phone')
}

/** Rows since the last piece: those to be written, and the refused ones. */
class Pile {
  contacts: ImportedRow[] = []
  refused: RefusedContact[] = []
  counts = { duplicate: 0, malformed: 0 }
  hasPhone = false
  readonly #seen = new SeenRecipients(limits.uploadRows)

  take(row: ImportedRow | RefusedContact, { line, cells }: Row): void {
    if ('reason' in row) {
      this.counts.malformed += 1
      this.refused.push(row)
      return
    }
    this.hasPhone = true
    if (this.#seen.add(row.phone)) this.contacts.push(row)
    else {
      this.counts.duplicate += 1
      this.refused.push({ line, cells, given: row.phone, reason: '与前面的行重复' })
    }
  }

  get rowCount(): number {
    return this.contacts.length + this.refused.length
  }

  clear(): void {
    this.contacts = []
    this.refused = []
    this.counts = { duplicate: 0, malformed: 0 }
  }
}

async function writePiece(tx: Tx, run: ContactTaskRun, rows: readonly ImportedRow[], now: Date): Promise<ContactPiece['counts']> {
  const { account, task } = run
  const { input } = task
  const { rule, consent, tagIds } = input.mapping!
  const groupId = input.groupId!
  await lockGroups(tx, account, [groupId])
  const idOf = await tagsByName(tx, account, rows, now)
  const contacts = rows.map(({ tagNames, ...row }) => ({
    ...row,
    tagIds: [...new Set([...tagIds, ...tagNames.map(name => getOrThrow(idOf, name))])],
  }))
  const touched = { phones: contacts.map(one => one.phone), groupId }
  const write = async () => ({ outcomes: await writeContacts(tx, account, { groupId, contacts, rule, consent: consentOf(consent), now }) })
  const { outcomes } = await recordContacts(tx, account, { ...undoableBy(run, now), touched }, write)
  const addedCount = [...outcomes.values()].filter(outcome => outcome === 'added').length
  const updatedCount = outcomes.size - addedCount
  const others = rows.length - outcomes.size
  return { added: addedCount, updated: updatedCount, ...(rule === 'skip' ? { skipped: others } : { unchanged: others }) }
}

/** Ids of the tags that rows name; missing ones are created. Refuses `too_many`. */
async function tagsByName(tx: Tx, account: AccountId, rows: readonly ImportedRow[], now: Date): Promise<Map<string, string>> {
  const names = new Set(rows.flatMap(row => row.tagNames))
  const idOf = new Map<string, string>()
  if (names.size === 0) return idOf
  for (const tag of await listTags(tx, account)) idOf.set(tag.name, tag.tagId)
  for (const name of names) if (!idOf.has(name)) idOf.set(name, (await createTag(tx, account, { name, now })).tagId)
  return idOf
}

/** Stored as JSON in the task's row, where its moment is a text. */
const consentOf = (consent: ImportMapping['consent']) => consent && { ...consent, at: consent.at && new Date(consent.at) }

async function readImportContext(db: Db, { account, task: { input } }: ContactTaskRun) {
  return asAccount(db, account, async tx => {
    const upload = await tx
      .selectFrom('upload')
      .select(['shape', 'byteCount'])
      .where('accountId', '=', account)
      .where('uploadId', '=', input.uploadId!)
      .executeTakeFirst()
    if (!upload) refuse('not_found')
    const fields = await listFields(tx, account)
    return {
      shape: upload.shape,
      byteCount: upload.byteCount,
      fieldNames: new Map(fields.map(field => [field.fieldKey, field.name])),
    }
  })
}
