import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import { dequeueMessages, settleMessages } from '#domain/delivery/index.ts'
import type { AccountId } from '#values/id.ts'

interface Text {
  object: 'signature' | 'template'
  objectId: string
  now: Date
}

const scheduledWith = (account: AccountId, { object, objectId, now }: Text) => sql`
  select message.message_id from send_batch
  cross join lateral unnest(message_ids) as asked (message_id)
  join message on message.account_id = ${account} and message.message_id = asked.message_id
  where send_batch.account_id = ${account} and send_batch.send_at > ${now} and message.state = 'queued'
    and ${sql.ref(`message.${object}_id`)} = ${objectId}`

/** Whether programs have scheduled messages with this signature or template that are still unsent. */
export async function isScheduledWith(tx: Tx, account: AccountId, text: Text): Promise<boolean> {
  const { rows } = await sql`${scheduledWith(account, text)} limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Cancels the scheduled messages of programs with a text that was taken out of use, and returns their charge. Returns
 * how many messages.
 */
export async function cancelScheduledWith(tx: Tx, account: AccountId, text: Text): Promise<number> {
  const { rows } = await sql<{ messageId: string }>`${scheduledWith(account, text)}`.execute(tx)
  const waiting = await dequeueMessages(
    tx,
    account,
    rows.map(row => row.messageId),
  )
  const reason = `${text.object}_not_approved`
  const canceled = waiting.map(messageId => ({ messageId, state: 'canceled' as const, reason, at: text.now }))
  return (await settleMessages(tx, account, canceled, text.now)).length
}
