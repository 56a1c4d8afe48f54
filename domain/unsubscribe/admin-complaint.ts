import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { RefusalEvidence } from '#db/json.ts'
import { optOut } from '#domain/blacklist/index.ts'
import { withdrawMarketing } from '#domain/delivery/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'
import { maskPhone } from '#values/phone.ts'
import { pick } from '#values/pick.ts'

export interface ComplaintList {
  phone?: string | undefined
  accountId?: string | undefined
  cursor?: string | undefined
  pageSize: number
}

/** Complaints of recipients about all accounts, newest first, with whole numbers. */
export async function listComplaints(tx: Tx, { phone, accountId, cursor, pageSize }: ComplaintList) {
  const { rows } = await sql<{
    blacklistId: string
    accountId: AccountId
    accountName: string
    phone: string
    evidence: RefusalEvidence | null
    reason: string
    staffName: string | null
    createdAt: Date
    removedAt: Date | null
    removalReason: string | null
  }>`
    select entry.blacklist_id, entry.account_id, ${shownAccountName} as account_name, entry.phone, entry.evidence, entry.reason,
      staff.name as staff_name, entry.created_at, entry.removed_at, entry.removal_reason
    from blacklist as entry -- across accounts: the platform hears the complaints about all of them
    join account on account.account_id = entry.account_id
    left join staff on staff.staff_id::text = entry.evidence->>'staffId'
    where entry.source = 'complaint'
      ${phone ? sql`and ${phone.length === 4 ? sql`entry.phone_end` : sql`entry.phone`} = ${phone}` : sql``}
      and (${accountId ?? null}::uuid is null or entry.account_id = ${accountId ?? null}::uuid)
      and (${cursor ?? null}::uuid is null or entry.blacklist_id < ${cursor ?? null}::uuid)
    order by entry.blacklist_id desc limit ${pageSize + 1}`.execute(tx)
  const page = pageOf(rows, pageSize, row => row.blacklistId)
  return {
    rows: page.rows.map(row => ({
      ...pick(row, 'blacklistId', 'accountId', 'accountName', 'phone', 'staffName', 'createdAt'),
      words: row.evidence?.words ?? row.reason,
      lifted: row.removedAt ? { at: row.removedAt, reason: row.removalReason ?? '' } : null,
    })),
    nextCursor: page.nextCursor,
  }
}

/**
 * Records a complaint about an account: its marketing no longer reaches the number, and the account can't lift that.
 * Refuses `not_found`, `complaint_known`.
 */
export async function ingestComplaint(
  tx: Tx,
  account: AccountId,
  { phone, words, staffId, now }: { phone: string; words: string; staffId: string; now: Date },
): Promise<void> {
  const known = await tx.selectFrom('account').select('accountId').where('accountId', '=', account).executeTakeFirst()
  if (!known) refuse('not_found')
  const before = await tx
    .selectFrom('blacklist')
    .select('blacklistId')
    .where('accountId', '=', account)
    .where('phone', '=', phone)
    .where('source', '=', 'complaint')
    .where('signatureId', 'is', null)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (before) refuse('complaint_known')
  await optOut(tx, account, { phone, signatureId: null, source: 'complaint', evidence: { words, staffId }, now })
  await withdrawMarketing(tx, account, { phone, signatureId: null, now })
  await notifyAccount(tx, account, {
    kind: 'alert',
    title: '收到一起对推广短信的投诉',
    body: `号码 ${maskPhone(phone)} 投诉了您的推广短信，已加入黑名单，不再向其发送。投诉过多会影响发送，请核对号码来源和发送频率。`,
    link: '/sms/blacklist',
    now,
  })
}

/** Lifts a complaint that was settled or unjustified: the account may send to the number again. Refuses `not_found`. */
export async function liftComplaint(
  tx: Tx,
  account: AccountId,
  input: { blacklistId: string; reason: string; now: Date },
): Promise<{ phone: string }> {
  const lifted = await tx
    .updateTable('blacklist')
    .set({ removedAt: input.now, removalReason: input.reason })
    .where('accountId', '=', account)
    .where('blacklistId', '=', input.blacklistId)
    .where('source', '=', 'complaint')
    .where('removedAt', 'is', null)
    .returning('phone')
    .executeTakeFirst()
  if (!lifted) refuse('not_found')
  return lifted
}
