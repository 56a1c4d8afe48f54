import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { countMessages } from '#domain/sms/count.ts'
import { settleMessages } from '#domain/sms/settle.ts'
import type { AccountId } from '#values/id.ts'

/** A message that this owner may send now. */
export interface Claimed {
  account: AccountId
  messageId: string
  broadcastId: string | null
  kind: MessageKind
  phone: string
  content: string
  /** Digits after the channel's access number: the signature's. */
  extension: string
  segmentCount: number
  attemptCount: number
}

/**
 * Claims up to `limit` messages of the account that has waited longest on a channel, codes before notices before marketing. The claim is committed before
 * anything is sent. Messages past their validity are given back instead. An account with more to send goes to the end of the line.
 */
export function claimNext(db: Db, channelId: string, token: number, limit: number, now: Date): Promise<Claimed[]> {
  return db.transaction().execute(async tx => {
    const turn = await sql<{ account_id: string }>`
      -- across accounts: whose turn it is
      select account_id from account_work where channel_id = ${channelId} and due_at <= ${now} order by due_at limit 1 for update skip locked`.execute(
      tx,
    )
    const account = turn.rows[0]?.account_id as AccountId | undefined
    if (!account) return []
    // Gone before the look at the outbox: whoever adds work meanwhile waits for us and writes it anew.
    await sql`delete from account_work where account_id = ${account} and channel_id = ${channelId}`.execute(tx)
    const expired = await sql<{ message_id: string }>`
      delete from outbox where account_id = ${account} and channel_id = ${channelId} and claim_token is null and expires_at <= ${now}
      returning message_id`.execute(tx)
    const given = await settleMessages(
      tx,
      account,
      expired.rows.map(row => ({ messageId: row.message_id, state: 'expired', reason: 'VALIDITY', at: now })),
    )
    await countMessages(tx, account, given)
    const { rows } = await sql<{ message_id: string; attempt_count: number }>`
      with ready as (
        select message_id from outbox
        where account_id = ${account} and channel_id = ${channelId} and claim_token is null and due_at <= ${now}
        order by priority, due_at, message_id limit ${limit} for update skip locked)
      update outbox set claim_token = ${token}, attempt_count = outbox.attempt_count + 1 from ready
      where outbox.account_id = ${account} and outbox.message_id = ready.message_id
      returning outbox.message_id, outbox.attempt_count`.execute(tx)
    await comeAgain(tx, account, channelId)
    if (rows.length === 0) return []
    const attempts = new Map(rows.map(row => [row.message_id, row.attempt_count]))
    const messages = await tx
      .selectFrom('message')
      .innerJoin('signature', join =>
        join.onRef('signature.account_id', '=', 'message.account_id').onRef('signature.signature_id', '=', 'message.signature_id'),
      )
      .select([
        'message.message_id',
        'message.broadcast_id',
        'message.kind',
        'message.phone',
        'message.content',
        'message.segment_count',
        'signature.extension',
      ])
      .where('message.account_id', '=', account)
      .where('message.message_id', 'in', [...attempts.keys()])
      .execute()
    return messages.map(row => ({
      account,
      messageId: row.message_id,
      broadcastId: row.broadcast_id,
      kind: row.kind as MessageKind,
      phone: row.phone,
      content: row.content,
      extension: row.extension,
      segmentCount: row.segment_count,
      attemptCount: attempts.get(row.message_id)!,
    }))
  })
}

/** Puts an account back in line for when its next unclaimed message is due. */
export async function comeAgain(tx: Tx, account: AccountId, channelId: string): Promise<void> {
  await sql`
    insert into account_work (account_id, channel_id, due_at)
    select account_id, channel_id, greatest(min(due_at), now()) from outbox
    where account_id = ${account} and channel_id = ${channelId} and claim_token is null group by account_id, channel_id
    on conflict (account_id, channel_id) do update set due_at = least(account_work.due_at, excluded.due_at)`.execute(tx)
}
