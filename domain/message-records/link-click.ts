import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Whether the link of a `message` was opened by its own code. */
export const clickedIs = (account: AccountId): RawBuilder<boolean> => sql<boolean>`
  exists (select from message_click where message_click.account_id = ${account} and message_click.message_id = message.message_id)`

/** How often the link of a message was opened, with the first and the last time. */
export interface MessageClicks {
  clickCount: number
  firstAt: Date
  lastAt: Date
}

/** Clicks of messages; unopened ones have no entry. */
export async function clicksOf(executor: Executor, account: AccountId, messageIds: readonly string[]): Promise<Map<string, MessageClicks>> {
  if (messageIds.length === 0) return new Map()
  const { rows } = await sql<MessageClicks & { messageId: string }>`
    select message_id, sum(click_count)::int as "clickCount", min(first_at) as "firstAt", max(last_at) as "lastAt"
    from message_click where account_id = ${account} and message_id = any(${messageIds}::uuid[]) group by 1`.execute(executor)
  return new Map(rows.map(({ messageId, ...clicks }) => [messageId, clicks]))
}
