import { sql } from 'kysely'
import type { MessageState } from '#contract/messages/message-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { cancelBatch, cancelSandboxMessages } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'

interface AppMessage {
  state: MessageState
  finishedAt: Date | null
  batchId: string | null
  /** Whether the app is a test app. */
  isTrial: boolean
}

/** A message of an app, also of a test app, or null. */
export async function findAppMessage(tx: Tx, account: AccountId, appId: string, messageId: string): Promise<AppMessage | null> {
  const { rows } = await sql<AppMessage>`
    select state, finished_at, batch_id, false as "isTrial" from message
    where account_id = ${account} and message_id = ${messageId} and app_id = ${appId}
    union all
    select state, finished_at, null, true from sandbox_message where account_id = ${account} and message_id = ${messageId} and app_id = ${appId}`.execute(
    tx,
  )
  return rows[0] ?? null
}

/**
 * Cancels a scheduled message that is alone in its request. Refuses `not_found`, and `batch_unscheduled` when it no
 * longer waits.
 */
export async function cancelMessage(
  tx: Tx,
  account: AccountId,
  { appId, messageId, now }: { appId: string; messageId: string; now: Date },
): Promise<void> {
  const message = (await findAppMessage(tx, account, appId, messageId)) ?? refuse('not_found')
  if (message.isTrial) return void (await cancelSandboxMessages(tx, account, [messageId], now))
  const batchId = message.batchId ?? refuse('batch_unscheduled')
  await cancelBatch(tx, account, { batchId, appId, now })
}
