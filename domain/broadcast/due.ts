import { sql } from 'kysely'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { queueHeld, returnUnusedUnits } from '#domain/messages/index.ts'
import { accountSettings, marketingHoursOf } from '#domain/settings/index.ts'
import type { AccountId } from '#values/id.ts'
import { openFrom } from '#values/send-window.ts'
import { endSendingHours } from './night.ts'
import { notifyEnd } from './notify-end.ts'
import { beginSending } from './start.ts'
import { hoursOf } from './timing.ts'

interface Found {
  accountId: AccountId
  broadcastId: string
}

/**
 * Starts broadcasts that are due or can't be recalled any more, and resumes those that waited for their hours. It reads
 * the rows, so no tick can be missed.
 */
export async function startDueBroadcasts(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<Found>`
    select account_id, broadcast_id from broadcast -- across accounts: broadcasts that are due
    where state in ('scheduled', 'held') and coalesce(recall_until, scheduled_at) <= ${now}
    order by coalesce(recall_until, scheduled_at) limit 200`.execute(db)
  for (const { accountId, broadcastId } of rows)
    await asAccount(db, accountId, async tx => {
      const due = await sql<{ kind: MessageKind }>`
        select kind from broadcast
        where account_id = ${accountId} and broadcast_id = ${broadcastId} and state in ('scheduled', 'held')
          and coalesce(recall_until, scheduled_at) <= ${now}
        for no key update`.execute(tx)
      const kind = due.rows[0]?.kind
      if (!kind) return
      await queueHeld(tx, accountId, broadcastId, { kind, now })
      await beginSending(tx, accountId, broadcastId, now)
    })
  return rows.length
}

/**
 * Recalls messages from the channels when sending hours end: they wait for the next day or, if so chosen, are canceled.
 * Hours differ by account, so it checks all running broadcasts.
 */
export async function recallOutsideHours(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<Found>`
    select account_id, broadcast_id from broadcast -- across accounts: running broadcasts with sending hours
    where state = 'sending' and (kind = 'marketing' or from_minute is not null) order by broadcast_id limit 200`.execute(db)
  let stopped = 0
  for (const { accountId, broadcastId } of rows)
    if (await asAccount(db, accountId, tx => stopOutsideHours(tx, accountId, broadcastId, now))) stopped += 1
  return stopped
}

async function stopOutsideHours(tx: Tx, account: AccountId, broadcastId: string, now: Date): Promise<boolean> {
  const marketingHours = marketingHoursOf(await accountSettings(tx, account))
  const row = await tx
    .selectFrom('broadcast')
    .selectAll()
    .where('accountId', '=', account)
    .where('broadcastId', '=', broadcastId)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  if (!row || openFrom(hoursOf(row, marketingHours), now) <= now) return false
  const { rows } = await sql`select from broadcast
    where account_id = ${account} and broadcast_id = ${broadcastId} and state = 'sending' for no key update`.execute(tx)
  if (rows.length === 0) return false
  await endSendingHours(tx, account, row, { marketingHours, now })
  return true
}

/** Completes broadcasts whose messages were all handed over; reports may still come. */
export async function completeBroadcasts(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<Found>`
    select account_id, broadcast_id from broadcast -- across accounts: broadcasts with every message created
    where state = 'sending' and made_count >= recipient_count limit 200`.execute(db)
  let completed = 0
  for (const { accountId, broadcastId } of rows)
    completed += await asAccount(db, accountId, async tx => {
      const done = await sql<{
        name: string
        recipientCount: number
        memberId: string | null
      }>`update broadcast set state = 'completed', finished_at = ${now}
        where account_id = ${accountId} and broadcast_id = ${broadcastId} and state = 'sending' and made_count >= recipient_count
          and not exists (select from outbox where account_id = ${accountId} and broadcast_id = ${broadcastId})
          and not exists (select from message where account_id = ${accountId} and broadcast_id = ${broadcastId} and state in ('queued', 'sending'))
        returning name, recipient_count, member_id`.execute(tx)
      const [one] = done.rows
      if (!one) return 0
      await returnUnusedUnits(tx, accountId, broadcastId, now)
      const body = `${one.recipientCount.toLocaleString('en-US')}条短信已全部提交给运营商，回执最长在72小时内陆续到达。`
      await notifyEnd(tx, accountId, { broadcastId, memberId: one.memberId }, { title: `群发“${one.name}”已全部提交`, body, now })
      return 1
    })
  return completed
}
