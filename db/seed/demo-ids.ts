import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'

/**
 * Lists are sorted by ids, which carry their rows' time. Rows that the domain wrote for past days get ids of those
 * days; nothing else refers to them yet.
 */
export async function dateIds(tx: Tx, account: AccountId): Promise<void> {
  const messages = await tx.selectFrom('notification').select(['messageId', 'notifiedAt']).where('accountId', '=', account).execute()
  for (const { messageId, notifiedAt } of messages)
    await tx
      .updateTable('notification')
      .set({ messageId: newId(notifiedAt.getTime()), passedOnAt: notifiedAt })
      .where('accountId', '=', account)
      .where('messageId', '=', messageId)
      .execute()
  const entries = await tx.selectFrom('blacklist').select(['blacklistId', 'createdAt']).where('accountId', '=', account).execute()
  for (const { blacklistId, createdAt } of entries)
    await tx
      .updateTable('blacklist')
      .set({ blacklistId: newId(createdAt.getTime()) })
      .where('accountId', '=', account)
      .where('blacklistId', '=', blacklistId)
      .execute()
}
