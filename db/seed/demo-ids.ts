import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'

/**
 * Lists are sorted by ids, which are their rows' time. What the domain has written for days that are gone gets ids of those days; messages of them go nowhere
 * else any more.
 */
export async function dateIds(tx: Tx, account: AccountId): Promise<void> {
  const messages = await tx.selectFrom('account_message').select(['message_id', 'told_at']).where('account_id', '=', account).execute()
  for (const { message_id, told_at } of messages)
    await tx
      .updateTable('account_message')
      .set({ message_id: newId(told_at.getTime()), passed_on_at: told_at })
      .where('account_id', '=', account)
      .where('message_id', '=', message_id)
      .execute()
  const entries = await tx.selectFrom('blacklist').select(['blacklist_id', 'created_at']).where('account_id', '=', account).execute()
  for (const { blacklist_id, created_at } of entries)
    await tx
      .updateTable('blacklist')
      .set({ blacklist_id: newId(created_at.getTime()) })
      .where('account_id', '=', account)
      .where('blacklist_id', '=', blacklist_id)
      .execute()
}
