import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'
import { countMessages } from '#domain/sms/count.ts'
import type { AccountId } from '#values/id.ts'
import { type Claimed, comeAgain } from './claim.ts'

/** Messages that an earlier owner claimed and whose answer it never wrote: the carrier may have them. Gives how many there were. */
export async function resolveDoubt(db: Db, channelId: string, token: number, now: Date): Promise<number> {
  const { rows } = await sql<{ account_id: AccountId; message_id: string; priority: number }>`
    -- across accounts: what a dead owner left
    select account_id, message_id, priority from outbox where channel_id = ${channelId} and claim_token < ${token}`.execute(db)
  for (const [account, own] of Map.groupBy(rows, row => row.account_id)) {
    const messages = own.map(row => ({
      messageId: row.message_id,
      kind: row.priority === 2 ? ('marketing' as const) : ('notice' as const),
    }))
    await db.transaction().execute(tx => releaseDoubtful(tx, account, channelId, messages, now))
  }
  return rows.length
}

/**
 * Lets go of messages that the carrier may or may not have. Codes and notices are sent once more, marked as maybe sent twice; marketing is not, it waits
 * for a report and is given back without one (docs/decisions/0005).
 */
export async function releaseDoubtful(
  tx: Tx,
  account: AccountId,
  channelId: string,
  messages: readonly Pick<Claimed, 'messageId' | 'kind'>[],
  now: Date,
): Promise<void> {
  if (messages.length === 0) return
  const idsOf = (isMarketing: boolean) => messages.filter(one => (one.kind === 'marketing') === isMarketing).map(one => one.messageId)
  const [again, waiting] = [idsOf(false), idsOf(true)]
  await sql`update outbox set claim_token = null, due_at = ${now} where account_id = ${account} and message_id = any(${again}::uuid[])`.execute(
    tx,
  )
  await sql`update message set maybe_twice = true where account_id = ${account} and message_id = any(${again}::uuid[])`.execute(tx)
  await sql`delete from outbox where account_id = ${account} and message_id = any(${waiting}::uuid[])`.execute(tx)
  const submitted = await sql<{ broadcast_id: string | null; segment_count: number }>`
    update message set state = 'submitted', channel_id = ${channelId}, submitted_at = ${now}, reason = 'IN_DOUBT'
    where account_id = ${account} and message_id = any(${waiting}::uuid[]) and state in ('queued', 'sending')
    returning broadcast_id, segment_count`.execute(tx)
  await countMessages(
    tx,
    account,
    submitted.rows.map(row => ({ broadcastId: row.broadcast_id, state: 'submitted', segmentCount: row.segment_count })),
  )
  await comeAgain(tx, account, channelId)
}
