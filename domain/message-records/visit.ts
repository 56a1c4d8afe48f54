import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { maskPhone } from '#values/phone.ts'

/** The masked recipients of messages, by message; messages that don't exist (any more) are left out. */
export async function maskedRecipients(
  executor: Executor,
  account: AccountId,
  messageIds: readonly (string | null)[],
): Promise<Map<string, string>> {
  const phones = await recipientPhones(executor, account, messageIds)
  return new Map([...phones].map(([messageId, phone]) => [messageId, maskPhone(phone)]))
}

/** The whole numbers, for files: the export checks who may have them. */
export async function recipientPhones(
  executor: Executor,
  account: AccountId,
  messageIds: readonly (string | null)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(messageIds)].filter(id => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await executor
    .selectFrom('message')
    .select(['messageId', 'phone'])
    .where('accountId', '=', account)
    .where('messageId', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.messageId, row.phone]))
}

/** Broadcasts that carry a link: the newest, or the newest whose name contains the search text. */
export async function broadcastsWithLinks(executor: Executor, account: AccountId, search: string) {
  const words = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return executor
    .selectFrom('broadcast')
    .select(['broadcastId', 'name', 'recipientCount'])
    .where('accountId', '=', account)
    .where('name', 'ilike', words)
    .where('linkId', 'is not', null)
    .orderBy('broadcastId', 'desc')
    .limit(limits.visitChoices)
    .execute()
}

/** The name of a broadcast. Refuses `not_found`. */
export async function broadcastName(executor: Executor, account: AccountId, broadcastId: string): Promise<string> {
  const row = await executor
    .selectFrom('broadcast')
    .select('name')
    .where('accountId', '=', account)
    .where('broadcastId', '=', broadcastId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return row.name
}

/** The newest broadcast whose messages carry a link, or null. */
export async function newestBroadcastOf(executor: Executor, account: AccountId, linkId: string): Promise<string | null> {
  const row = await executor
    .selectFrom('broadcast')
    .select('broadcastId')
    .where('accountId', '=', account)
    .where('linkId', '=', linkId)
    .orderBy('broadcastId', 'desc')
    .executeTakeFirst()
  return row?.broadcastId ?? null
}
