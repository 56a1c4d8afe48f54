import { sql } from 'kysely'
import type { UploadMapping, UploadProgress, UploadReport, UploadShape } from '#contract/recipients/upload.ts'
import { accountRow } from '#db/account-row.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { loadCarrierFinder } from '#domain/numbering/index.ts'
import { accountSettings } from '#domain/settings/index.ts'
import type { AccountId } from '#values/id.ts'
import { newId } from '#values/id.ts'
import type { RefusedRow } from './refused-rows.ts'
import type { Recipient, RowRules } from './row-check.ts'
import { textMaker } from './text-maker.ts'

/** One reading of an upload; its fencing token excludes earlier ones. */
export interface Reading {
  account: AccountId
  uploadId: string
  readingId: string
  fileName: string
  byteCount: number
  refusedFileId: string
  shape: UploadShape
  mapping: UploadMapping
  kind: MessageKind
  rules: RowRules
}

/** A later reading has started, or the upload was canceled: this one must stop. */
export class Superseded extends Error {}

/** Starts a reading: deletes what an earlier one wrote. `canceled`: there is nothing to read, only to delete. */
export function beginReading(db: Db, account: AccountId, uploadId: string): Promise<Reading | 'canceled' | 'done'> {
  return asAccount(db, account, async tx => {
    const upload = await tx
      .selectFrom('upload')
      .selectAll()
      .where('accountId', '=', account)
      .where('uploadId', '=', uploadId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (upload?.state === 'canceled') return 'canceled'
    if (upload?.state !== 'reading') return 'done'
    const readingId = newId()
    await removeRecipients(tx, account, uploadId)
    await tx
      .updateTable('upload')
      .set({ readingId, progress: null })
      .where('accountId', '=', account)
      .where('uploadId', '=', uploadId)
      .execute()
    const { shape, mapping } = upload
    const { fileName, byteCount, refusedFileId } = upload
    if (!shape || !mapping || !refusedFileId) throw new TypeError(`upload ${uploadId} is read before its columns were mapped`)
    const { kind, rules } = await rulesOf(tx, account, mapping)
    return { account, uploadId, readingId, fileName, byteCount, refusedFileId, shape, mapping, kind, rules }
  })
}

async function removeRecipients(tx: Tx, account: AccountId, uploadId: string): Promise<void> {
  for (const table of ['recipient', 'leftOutRecipient'] as const)
    await tx.deleteFrom(table).where('accountId', '=', account).where('uploadId', '=', uploadId).execute()
}

/** Deletes the numbers of a canceled upload. Returns the names of its files, which are deleted next. */
export const removeCanceled = (db: Db, account: AccountId, uploadId: string): Promise<string[]> =>
  asAccount(db, account, async tx => {
    await removeRecipients(tx, account, uploadId)
    const row = await tx
      .selectFrom('upload')
      .select('refusedFileId')
      .where('accountId', '=', account)
      .where('uploadId', '=', uploadId)
      .executeTakeFirst()
    return [uploadId, ...(row?.refusedFileId ? [row.refusedFileId] : [])]
  })

async function rulesOf(tx: Tx, account: AccountId, mapping: UploadMapping): Promise<{ kind: MessageKind; rules: RowRules }> {
  const template = await tx
    .selectFrom('template')
    .select(['text', 'kind', 'variables'])
    .where('accountId', '=', account)
    .where('templateId', '=', mapping.templateId)
    .executeTakeFirstOrThrow()
  const signature = await tx
    .selectFrom('signature')
    .select('text')
    .where('accountId', '=', account)
    .where('signatureId', '=', mapping.signatureId)
    .executeTakeFirstOrThrow()
  const kind = template.kind
  const variables = template.variables
  const rules: RowRules = {
    phoneColumn: mapping.phoneColumn,
    variables: variables.map(variable => ({ ...variable, source: mapping.variables[variable.name]! })),
    carrierOf: await loadCarrierFinder(tx),
    textOf: textMaker({ signatureText: signature.text, templateText: template.text, kind, variables }),
    messageUnits: (await accountSettings(tx, account)).messageUnits,
  }
  return { kind, rules }
}

/**
 * Runs `work` in a transaction while this reading is the upload's current one. Throws Superseded when it no longer is.
 */
export function whileReading<T>(db: Db, { account, uploadId, readingId }: Reading, work: (tx: Tx) => Promise<T>): Promise<T> {
  return asAccount(db, account, async tx => {
    const { rows } = await sql`select from upload
      where account_id = ${account} and upload_id = ${uploadId} and reading_id = ${readingId} and state = 'reading' for no key update`.execute(
      tx,
    )
    if (rows.length === 0) throw new Superseded('another reading has begun')
    return work(tx)
  })
}

/** Records which numbers are excluded and why, for the diagnosis of a number. */
export async function writeLeftOut(tx: Tx, { account, uploadId }: Reading, refused: readonly RefusedRow[]): Promise<void> {
  const rows = refused.flatMap(({ line, phone, reason }) => (phone ? [{ line, phone, reason }] : []))
  if (rows.length === 0) return
  await sql`
    insert into left_out_recipient (account_id, upload_id, line, phone, reason)
    select owner.account_id, ${uploadId}, one.*
    from ${accountRow(account)}
    cross join unnest(${rows.map(row => row.line)}::int[], ${rows.map(row => row.phone)}::text[],
      ${rows.map(row => row.reason)}::text[]) as one`.execute(tx)
}

/**
 * One statement for thousands of rows. COPY can't write to a table with row level security, and is no faster for these
 * batches (bench/upload.ts).
 */
export async function writeRecipients(tx: Tx, { account, uploadId, rules }: Reading, recipients: readonly Recipient[]): Promise<void> {
  if (recipients.length === 0) return
  const hasVariables = rules.variables.length > 0
  // Array literals by hand: the driver's general conversion takes several times as long.
  const list = (values: readonly (string | number)[]) => `{${values.join(',')}}`
  await sql`
    insert into recipient (account_id, upload_id, line, phone, carrier, segment_count, variables)
    select owner.account_id, ${uploadId}, line, phone, carrier, segment_count, variables::text[]
    from ${accountRow(account)}
    cross join unnest(${list(recipients.map(one => one.line))}::int[], ${list(recipients.map(one => one.phone))}::text[],
      ${list(recipients.map(one => one.carrier))}::text[], ${list(recipients.map(one => one.segmentCount))}::smallint[],
      ${hasVariables ? recipients.map(one => arrayText(one.values)) : []}::text[]) as given (line, phone, carrier, segment_count, variables)`.execute(
    tx,
  )
}

const arrayText = (values: readonly string[]) => `{${values.map(value => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

export async function writeProgress(tx: Tx, { account, uploadId }: Reading, progress: UploadProgress): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ progress: JSON.stringify(progress) })
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .execute()
}

/** Completes a reading: the report is ready, and the numbers can be sent to. */
export const finishReading = (db: Db, reading: Reading, report: UploadReport, now: Date) =>
  whileReading(db, reading, async tx => {
    await tx
      .updateTable('upload')
      .set({ state: 'ready', report: JSON.stringify(report), readingId: null, readyAt: now })
      .where('accountId', '=', reading.account)
      .where('uploadId', '=', reading.uploadId)
      .execute()
  })

/** Fails a reading: nothing of the file counts, and the person sees why. */
export const failReading = (db: Db, reading: Reading, failure: string) =>
  whileReading(db, reading, async tx => {
    await removeRecipients(tx, reading.account, reading.uploadId)
    await tx
      .updateTable('upload')
      .set({ state: 'failed', failure, readingId: null })
      .where('accountId', '=', reading.account)
      .where('uploadId', '=', reading.uploadId)
      .execute()
  })
