import { sql } from 'kysely'
import type { SpecialState } from '#contract/invoicing/invoice-title.ts'
import { type TitleContent, type TitleKind, tidyTitle } from '#contract/invoicing/invoice-title-rule.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { claimPrivateFiles } from '#domain/documents/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { requireAttestedName } from './title-holder.ts'

/** The content of one version of a title; immutable except for the state of its review. */
export interface TitleVersion extends Omit<TitleContent, 'wantsSpecial'> {
  versionId: string
  versionNumber: number
  fileId: string | null
  specialState: SpecialState
  reason: string | null
  submittedAt: Date | null
  reviewedAt: Date | null
  createdAt: Date
}
export interface Title extends TitleVersion {
  titleId: string
  isDefault: boolean
  /** The version for special invoices; null: none was approved. */
  approvedVersionId: string | null
}

interface VersionRow {
  version_id: string
  version_number: number
  kind: TitleKind
  name: string
  tax_number: string | null
  address: string
  phone: string
  bank_name: string
  bank_account: string
  proof_file_id: string | null
  special_state: SpecialState
  reason: string | null
  submitted_at: Date | null
  reviewed_at: Date | null
  created_at: Date
}

/** Converts a row of invoice_title_version. */
export const presentVersion = (row: VersionRow): TitleVersion => ({
  versionId: row.version_id,
  versionNumber: row.version_number,
  kind: row.kind,
  name: row.name,
  taxNumber: row.tax_number ?? '',
  address: row.address,
  phone: row.phone,
  bankName: row.bank_name,
  bankAccount: row.bank_account,
  fileId: row.proof_file_id,
  specialState: row.special_state,
  reason: row.reason,
  submittedAt: row.submitted_at,
  reviewedAt: row.reviewed_at,
  createdAt: row.created_at,
})

const titlesOf = (executor: Executor, account: AccountId) =>
  executor
    .selectFrom('invoice_title as title')
    .innerJoin('invoice_title_version as version', join =>
      join.onRef('version.account_id', '=', 'title.account_id').onRef('version.version_id', '=', 'title.version_id'),
    )
    .selectAll('version')
    .select(['title.is_default', 'title.approved_version_id'])
    .where('title.account_id', '=', account)
    .where('title.deleted_at', 'is', null)

type TitleRow = VersionRow & { title_id: string; is_default: boolean; approved_version_id: string | null }
const presentTitle = (row: TitleRow): Title => ({
  ...presentVersion(row),
  titleId: row.title_id,
  isDefault: row.is_default,
  approvedVersionId: row.approved_version_id,
})

/** Invoice titles of an account in their current version, the default first, then the newest. */
export async function listTitles(executor: Executor, account: AccountId): Promise<Title[]> {
  const rows = await titlesOf(executor, account).orderBy('title.is_default', 'desc').orderBy('title.title_id', 'desc').execute()
  return rows.map(presentTitle)
}

/** One title in its current version. Refuses `not_found`. */
export async function readTitle(executor: Executor, account: AccountId, titleId: string): Promise<Title> {
  const row = await titlesOf(executor, account).where('title.title_id', '=', titleId).executeTakeFirst()
  return row ? presentTitle(row) : refuse('not_found')
}

/** All versions of a title, the newest first, with their authors. */
export async function titleVersions(
  executor: Executor,
  account: AccountId,
  titleId: string,
): Promise<(TitleVersion & { memberName: string | null })[]> {
  const rows = await executor
    .selectFrom('invoice_title_version as version')
    .leftJoin('member', join =>
      join.onRef('member.account_id', '=', 'version.account_id').onRef('member.member_id', '=', 'version.member_id'),
    )
    .selectAll('version')
    .select('member.name as member_name')
    .where('version.account_id', '=', account)
    .where('version.title_id', '=', titleId)
    .orderBy('version.version_number', 'desc')
    .execute()
  return rows.map(row => ({ ...presentVersion(row), memberName: row.member_name }))
}

/**
 * The content of a version, also of a deleted title: invoices refer to the version they were issued to. Refuses
 * `not_found`.
 */
export async function readTitleVersion(
  executor: Executor,
  account: AccountId,
  versionId: string,
): Promise<TitleVersion & { titleId: string }> {
  const row = await executor
    .selectFrom('invoice_title_version')
    .selectAll()
    .where('account_id', '=', account)
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  return row ? { ...presentVersion(row), titleId: row.title_id } : refuse('not_found')
}

/**
 * The version for a new invoice: the newest for an ordinary one; the approved one for a special one, whose name must
 * still be the attested one. Refuses `not_found`, `title_not_approved` and `title_not_attested`.
 */
export async function titleForInvoice(
  tx: Tx,
  account: AccountId,
  { titleId, isSpecial }: { titleId: string; isSpecial: boolean },
): Promise<TitleVersion & { titleId: string }> {
  const title = await readTitle(tx, account, titleId)
  if (!isSpecial) return title
  if (!title.approvedVersionId) refuse('title_not_approved', { name: title.name })
  const version = await readTitleVersion(tx, account, title.approvedVersionId)
  await requireAttestedName(tx, account, version.name)
  return version
}

export interface TitleInput extends TitleContent {
  fileId: string | null
  isDefault: boolean
  memberId: string
  now: Date
}
export interface SavedTitle {
  titleId: string
  versionId: string
  specialState: SpecialState
}

/**
 * Creates a title; the first one becomes the default. A title for special invoices goes to review. Refuses `too_many`,
 * `title_taken` if another one has the same name and number, and `title_not_attested`.
 */
export async function createTitle(tx: Tx, account: AccountId, input: TitleInput): Promise<SavedTitle> {
  const content = await takeContent(tx, account, input)
  const others = await lockTitles(tx, account)
  if (others.length >= limits.invoiceTitles) refuse('too_many', { limit: limits.invoiceTitles, noun: '抬头' })
  await requireFit(tx, account, content, others)
  const isDefault = input.isDefault || others.length === 0
  if (isDefault) await clearDefault(tx, account)
  const titleId = newId()
  const versionId = newId()
  await tx
    .insertInto('invoice_title')
    .values({ account_id: account, title_id: titleId, version_id: versionId, is_default: isDefault, created_at: input.now })
    .execute()
  return insertVersion(tx, account, { ...input, ...content }, { titleId, versionId, versionNumber: 1 })
}

/**
 * Writes a new version of a title if anything changed. The approved version stays in use for special invoices until the
 * new one is approved; a waiting version is superseded. Refuses like `createTitle`, and `not_found`.
 */
export async function editTitle(tx: Tx, account: AccountId, input: TitleInput & { titleId: string }): Promise<SavedTitle> {
  const content = await takeContent(tx, account, input)
  const { titleId } = input
  const others = await lockTitles(tx, account)
  const before = await readTitle(tx, account, titleId)
  await requireFit(
    tx,
    account,
    content,
    others.filter(other => other.titleId !== titleId),
  )
  if (input.isDefault && !before.isDefault) await makeDefaultTitle(tx, account, { titleId })
  if (isSame(before, content)) return { titleId, versionId: before.versionId, specialState: before.specialState }
  if (before.specialState === 'reviewing') await setState(tx, account, before.versionId, 'superseded')
  const versionId = newId()
  await tx
    .updateTable('invoice_title')
    .set({ version_id: versionId, ...(content.wantsSpecial ? {} : { approved_version_id: null }) })
    .where('account_id', '=', account)
    .where('title_id', '=', titleId)
    .execute()
  return insertVersion(tx, account, { ...input, ...content }, { titleId, versionId, versionNumber: before.versionNumber + 1 })
}

/**
 * The content of a form; attaches its proof, which only special invoices need. Refuses `not_found` for a file of
 * another account.
 */
async function takeContent(tx: Tx, account: AccountId, input: TitleInput): Promise<TitleContent & { fileId: string | null }> {
  const content = tidyTitle(input)
  const fileId = content.wantsSpecial ? input.fileId : null
  await claimPrivateFiles(tx, account, { purpose: 'invoice-title', fileIds: fileId ? [fileId] : [], now: input.now })
  return { ...content, fileId }
}

const comparedFields = ['kind', 'name', 'taxNumber', 'address', 'phone', 'bankName', 'bankAccount', 'fileId'] as const

/** Whether a form changes nothing: then there is nothing to write or review. */
function isSame(before: Title, after: TitleContent & { fileId: string | null }): boolean {
  const stands = before.specialState === 'reviewing' || before.specialState === 'approved'
  const isSpecialAlike = after.wantsSpecial ? stands : before.specialState === 'none'
  return isSpecialAlike && comparedFields.every(field => before[field] === after[field])
}

async function insertVersion(
  tx: Tx,
  account: AccountId,
  input: TitleInput,
  { titleId, versionId, versionNumber }: { titleId: string; versionId: string; versionNumber: number },
): Promise<SavedTitle> {
  const specialState = input.wantsSpecial ? 'reviewing' : 'none'
  await tx
    .insertInto('invoice_title_version')
    .values({
      account_id: account,
      version_id: versionId,
      title_id: titleId,
      version_number: versionNumber,
      kind: input.kind,
      name: input.name,
      tax_number: input.taxNumber || null,
      address: input.address,
      phone: input.phone,
      bank_name: input.bankName,
      bank_account: input.bankAccount,
      proof_file_id: input.fileId,
      special_state: specialState,
      submitted_at: input.wantsSpecial ? input.now : null,
      member_id: input.memberId,
      created_at: input.now,
    })
    .execute()
  return { titleId, versionId, specialState }
}

/** The account's titles with locked rows, so that concurrent forms neither exceed the limit nor create duplicates. */
async function lockTitles(tx: Tx, account: AccountId): Promise<{ titleId: string; name: string; taxNumber: string }[]> {
  await sql`select from account where account_id = ${account} for no key update`.execute(tx)
  return (await listTitles(tx, account)).map(({ titleId, name, taxNumber }) => ({ titleId, name, taxNumber }))
}

async function requireFit(
  tx: Tx,
  account: AccountId,
  { name, taxNumber, wantsSpecial }: TitleContent,
  others: readonly { name: string; taxNumber: string }[],
): Promise<void> {
  if (others.some(other => other.name === name && other.taxNumber === taxNumber))
    refuse('title_taken', { name }, { name: '已有同名同税号的抬头' })
  if (wantsSpecial) await requireAttestedName(tx, account, name)
}

async function setState(tx: Tx, account: AccountId, versionId: string, state: SpecialState): Promise<void> {
  await tx
    .updateTable('invoice_title_version')
    .set({ special_state: state })
    .where('account_id', '=', account)
    .where('version_id', '=', versionId)
    .execute()
}

interface Act {
  titleId: string
}

/**
 * Withdraws a title from review: it stays usable for ordinary invoices, and its approved version for special ones.
 * Refuses `state_forbids`.
 */
export async function withdrawTitle(tx: Tx, account: AccountId, { titleId }: Act): Promise<SavedTitle> {
  await lockTitles(tx, account)
  const { versionId, specialState } = await readTitle(tx, account, titleId)
  if (specialState !== 'reviewing') refuse('state_forbids', { state: '不在审核中', action: '撤回' })
  await setState(tx, account, versionId, 'withdrawn')
  return { titleId, versionId, specialState: 'withdrawn' }
}

const clearDefault = (tx: Tx, account: AccountId) =>
  tx.updateTable('invoice_title').set({ is_default: false }).where('account_id', '=', account).where('is_default', '=', true).execute()

/** Makes a title the preselected one of forms; at most one is. Refuses `not_found`. */
export async function makeDefaultTitle(tx: Tx, account: AccountId, { titleId }: Act): Promise<Act> {
  await clearDefault(tx, account)
  const changed = await tx
    .updateTable('invoice_title')
    .set({ is_default: true })
    .where('account_id', '=', account)
    .where('title_id', '=', titleId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) refuse('not_found')
  return { titleId }
}

/** Deletes a title from all lists; requests and invoices keep their version. Refuses `not_found`. */
export async function deleteTitle(tx: Tx, account: AccountId, { titleId, now }: Act & { now: Date }): Promise<Act> {
  await lockTitles(tx, account)
  const { versionId, specialState } = await readTitle(tx, account, titleId)
  if (specialState === 'reviewing') await setState(tx, account, versionId, 'withdrawn')
  await tx
    .updateTable('invoice_title')
    .set({ deleted_at: now, is_default: false })
    .where('account_id', '=', account)
    .where('title_id', '=', titleId)
    .execute()
  return { titleId }
}
