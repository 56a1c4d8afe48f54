import { sql } from 'kysely'
import type { SpecialState } from '#contract/invoicing/invoice-title.ts'
import { type TitleContent, type TitleKind, tidyTitle } from '#contract/invoicing/invoice-title-rule.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { claimPrivateFiles } from '#domain/documents/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'
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
  versionId: string
  versionNumber: number
  kind: TitleKind
  name: string
  taxNumber: string | null
  address: string
  phone: string
  bankName: string
  bankAccount: string
  proofFileId: string | null
  specialState: SpecialState
  reason: string | null
  submittedAt: Date | null
  reviewedAt: Date | null
  createdAt: Date
}

/** Converts a row of invoice_title_version. */
export const presentVersion = (row: VersionRow): TitleVersion => ({
  ...pick(
    row,
    'versionId',
    'versionNumber',
    'kind',
    'name',
    'address',
    'phone',
    'bankName',
    'bankAccount',
    'specialState',
    'reason',
    'submittedAt',
    'reviewedAt',
    'createdAt',
  ),
  taxNumber: row.taxNumber ?? '',
  fileId: row.proofFileId,
})

const titlesOf = (executor: Executor, account: AccountId) =>
  executor
    .selectFrom('invoiceTitle as title')
    .innerJoin('invoiceTitleVersion as version', join =>
      join.onRef('version.accountId', '=', 'title.accountId').onRef('version.versionId', '=', 'title.versionId'),
    )
    .selectAll('version')
    .select(['title.isDefault', 'title.approvedVersionId'])
    .where('title.accountId', '=', account)
    .where('title.deletedAt', 'is', null)

type TitleRow = VersionRow & { titleId: string; isDefault: boolean; approvedVersionId: string | null }
const presentTitle = (row: TitleRow): Title => ({ ...presentVersion(row), ...pick(row, 'titleId', 'isDefault', 'approvedVersionId') })

/** Invoice titles of an account in their current version, the default first, then the newest. */
export async function listTitles(executor: Executor, account: AccountId): Promise<Title[]> {
  const rows = await titlesOf(executor, account).orderBy('title.isDefault', 'desc').orderBy('title.titleId', 'desc').execute()
  return rows.map(presentTitle)
}

/** One title in its current version. Refuses `not_found`. */
export async function readTitle(executor: Executor, account: AccountId, titleId: string): Promise<Title> {
  const row = await titlesOf(executor, account).where('title.titleId', '=', titleId).executeTakeFirst()
  return row ? presentTitle(row) : refuse('not_found')
}

/** All versions of a title, the newest first, with their authors. */
export async function titleVersions(
  executor: Executor,
  account: AccountId,
  titleId: string,
): Promise<(TitleVersion & { memberName: string | null })[]> {
  const rows = await executor
    .selectFrom('invoiceTitleVersion as version')
    .leftJoin('member', join => join.onRef('member.accountId', '=', 'version.accountId').onRef('member.memberId', '=', 'version.memberId'))
    .selectAll('version')
    .select('member.name as memberName')
    .where('version.accountId', '=', account)
    .where('version.titleId', '=', titleId)
    .orderBy('version.versionNumber', 'desc')
    .execute()
  return rows.map(row => ({ ...presentVersion(row), memberName: row.memberName }))
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
    .selectFrom('invoiceTitleVersion')
    .selectAll()
    .where('accountId', '=', account)
    .where('versionId', '=', versionId)
    .executeTakeFirst()
  return row ? { ...presentVersion(row), titleId: row.titleId } : refuse('not_found')
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
  await tx.insertInto('invoiceTitle').values({ accountId: account, titleId, versionId, isDefault, createdAt: input.now }).execute()
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
    .updateTable('invoiceTitle')
    .set({ versionId, ...(content.wantsSpecial ? {} : { approvedVersionId: null }) })
    .where('accountId', '=', account)
    .where('titleId', '=', titleId)
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
    .insertInto('invoiceTitleVersion')
    .values({
      accountId: account,
      versionId,
      titleId,
      versionNumber,
      ...pick(input, 'kind', 'name', 'address', 'phone', 'bankName', 'bankAccount', 'memberId'),
      taxNumber: input.taxNumber || null,
      proofFileId: input.fileId,
      specialState,
      submittedAt: input.wantsSpecial ? input.now : null,
      createdAt: input.now,
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
    .updateTable('invoiceTitleVersion')
    .set({ specialState: state })
    .where('accountId', '=', account)
    .where('versionId', '=', versionId)
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
  tx.updateTable('invoiceTitle').set({ isDefault: false }).where('accountId', '=', account).where('isDefault', '=', true).execute()

/** Makes a title the preselected one of forms; at most one is. Refuses `not_found`. */
export async function makeDefaultTitle(tx: Tx, account: AccountId, { titleId }: Act): Promise<Act> {
  await clearDefault(tx, account)
  const changed = await tx
    .updateTable('invoiceTitle')
    .set({ isDefault: true })
    .where('accountId', '=', account)
    .where('titleId', '=', titleId)
    .where('deletedAt', 'is', null)
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
    .updateTable('invoiceTitle')
    .set({ deletedAt: now, isDefault: false })
    .where('accountId', '=', account)
    .where('titleId', '=', titleId)
    .execute()
  return { titleId }
}
