import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'

/**
 * Lists are sorted by ids, which carry their rows' time. Rows that the domain wrote for past days get ids of those
 * days; nothing else refers to them yet.
 */
export async function dateIds(tx: Tx, account: AccountId): Promise<void> {
  const messages = await tx.selectFrom('notification').select(['message_id', 'notified_at']).where('account_id', '=', account).execute()
  for (const { message_id, notified_at } of messages)
    await tx
      .updateTable('notification')
      .set({ message_id: newId(notified_at.getTime()), passed_on_at: notified_at })
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
