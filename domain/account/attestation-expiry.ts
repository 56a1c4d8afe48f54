import { sql } from 'kysely'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { discardDraft } from './attestation-draft.ts'

const dayMs = 86_400_000
/** Days before expiry on which an account is notified; 0 after expiry. */
const steps = [0, 1, 7, limits.attestationWarnDays]

const daysUntil = (until: string, now: Date) =>
  Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${chinaDay(now)}T00:00:00Z`)) / dayMs)
const stepOf = (daysLeft: number) => steps.find(step => (step === 0 ? daysLeft < 0 : daysLeft <= step)) ?? null

/**
 * Notifies accounts whose documents expire, once at each step. Takes the platform's database; returns the number of
 * notifications.
 */
export async function notifyExpiry(db: Db, now: Date): Promise<number> {
  const soon = chinaDay(chinaDayStart(now, limits.attestationWarnDays))
  const { rows } = await sql<{ accountId: AccountId; attestedUntil: string; notifiedDays: number | null }>`
    select account_id, attested_until, attested_notified_days as notified_days from account -- across accounts: accounts with expiring documents
    where attested_at is not null and attested_until <= ${soon} and state <> 'closed'
      and (attested_notified_days is null or attested_notified_days > 0) limit 1000`.execute(db)
  let count = 0
  for (const { accountId, attestedUntil, notifiedDays } of rows) {
    const step = stepOf(daysUntil(attestedUntil, now))
    if (step === null || (notifiedDays !== null && notifiedDays <= step)) continue
    await asAccount(db, accountId, tx => warn(tx, accountId, { until: attestedUntil, step, now }))
    count += 1
  }
  return count
}

async function warn(tx: Tx, account: AccountId, { until, step, now }: { until: string; step: number; now: Date }): Promise<void> {
  await tx.updateTable('account').set({ attestedNotifiedDays: step }).where('accountId', '=', account).execute()
  await notifyAccount(tx, account, {
    kind: 'account',
    title: step === 0 ? '实名认证的证照已过期' : '实名认证的证照即将到期',
    body:
      step === 0
        ? `证照已于${until}到期。推广短信和新建短链接已暂停，验证码和通知照常发送；更新证照并通过审核后恢复。`
        : `证照将于${until}到期，请及时更新，以免影响推广短信和短链接。`,
    link: '/system/uaccount/attestation?edit=yes',
    now,
  })
}

/** Deletes abandoned drafts: changes after a week, first attestations after three months. Returns the number. */
export async function purgeAbandonedDrafts(db: Db, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  const { rows } = await sql<{ accountId: AccountId }>`
    select draft.account_id from attestation as draft -- across accounts: abandoned drafts
    join account on account.account_id = draft.account_id
    where draft.state = 'draft' and draft.updated_at <
      case when account.attested_at is null then ${before(limits.attestationDraftDays)}::timestamptz
        else ${before(limits.attestationChangeDraftDays)}::timestamptz end
    limit 500`.execute(db)
  for (const { accountId } of rows) await asAccount(db, accountId, tx => discardDraft(tx, accountId))
  return rows.length
}
