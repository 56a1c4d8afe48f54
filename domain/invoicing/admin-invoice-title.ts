import { sql } from 'kysely'
import { specialStates } from '#contract/invoicing/invoice-title.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { presentVersion, readTitleVersion, type TitleVersion } from './title.ts'
import { requireAttestedName } from './title-holder.ts'

export interface WaitingTitle extends TitleVersion {
  accountId: AccountId
  accountName: string
  /** Null: the account is no longer attested. */
  attestedName: string | null
  /** The version in use for special invoices until the decision; null: none was approved before. */
  approved: TitleVersion | null
}

/** Title versions that wait for review, the oldest first. */
export async function waitingTitles(executor: Executor): Promise<WaitingTitle[]> {
  const { rows } = await sql<
    Parameters<typeof presentVersion>[0] & {
      accountId: AccountId
      accountName: string
      attestedName: string | null
      approvedId: string | null
    }
  >`
    select version.*, account.name as account_name, case when account.attested_at is not null then account.attested_name end as attested_name,
      title.approved_version_id as approved_id -- across accounts: the review queue of titles
    from invoice_title_version as version
    join invoice_title as title on title.account_id = version.account_id and title.title_id = version.title_id
    join account on account.account_id = version.account_id
    where version.special_state = 'reviewing' and title.deleted_at is null
    order by version.submitted_at, version.version_id limit ${limits.reviewQueueRows}`.execute(executor)
  return Promise.all(
    rows.map(async row => ({
      ...presentVersion(row),
      ...pick(row, 'accountId', 'accountName', 'attestedName'),
      approved: row.approvedId ? await readTitleVersion(executor, row.accountId, row.approvedId) : null,
    })),
  )
}

/** The number of waiting title versions, and since when the oldest waits. */
export async function titleQueue(executor: Executor): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*) as count, min(submitted_at) as oldest_at from invoice_title_version -- across accounts: the length of the review queue
    where special_state = 'reviewing'`.execute(executor)
  return { count: firstOrThrow(rows).count, oldestAt: firstOrThrow(rows).oldestAt }
}

interface Decision {
  versionId: string
  staffId: string
  /** Null approves the title for special invoices; otherwise the reason for the rejection. */
  reason: string | null
  now: Date
}

/**
 * Decides on the version that the reviewer saw, once, and notifies the customer. Refuses `not_found`, `state_forbids`
 * if it no longer waits (withdrawn, changed or decided), and `title_not_attested` if the account's attested name has
 * changed.
 */
export async function decideTitle(tx: Tx, account: AccountId, { versionId, staffId, reason, now }: Decision): Promise<TitleVersion> {
  const version = await readTitleVersion(tx, account, versionId)
  if (reason === null) await requireAttestedName(tx, account, version.name)
  const { rows } = await sql`
    update invoice_title_version set special_state = ${reason === null ? 'approved' : 'rejected'}, reason = ${reason}, reviewed_at = ${now}, staff_id = ${staffId}
    where account_id = ${account} and version_id = ${versionId} and special_state = 'reviewing' returning version_id`.execute(tx)
  if (rows.length === 0) {
    const { specialState } = await readTitleVersion(tx, account, versionId)
    refuse('state_forbids', { state: specialStates[specialState], action: '审核' })
  }
  if (reason === null) await putInForce(tx, account, version)
  await notifyAccount(tx, account, {
    kind: 'review',
    title: reason === null ? '发票抬头的专票资质已通过审核' : '发票抬头的专票资质未通过审核',
    body: reason === null ? `“${version.name}”现在可以申请数电专票。` : `“${version.name}”：${reason}`,
    link: `/system/finance/invoice/content?id=${encodeId('invoiceTitle', version.titleId)}`,
    now,
  })
  return version
}

/** Puts a version into use for special invoices, in place of the previous one. */
async function putInForce(tx: Tx, account: AccountId, { titleId, versionId }: { titleId: string; versionId: string }): Promise<void> {
  await sql`update invoice_title_version set special_state = 'superseded'
    where account_id = ${account} and title_id = ${titleId} and special_state = 'approved' and version_id <> ${versionId}`.execute(tx)
  await tx
    .updateTable('invoiceTitle')
    .set({ approvedVersionId: versionId })
    .where('accountId', '=', account)
    .where('titleId', '=', titleId)
    .execute()
}
