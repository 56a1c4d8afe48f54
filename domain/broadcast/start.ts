import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'

/** Enqueues the job that creates a broadcast's messages, at commit of this transaction. */
export const enqueueMessageCreation = (tx: Tx, account: AccountId, broadcastId: string, runAt?: Date) =>
  enqueueJob(tx, 'make_messages', { accountId: account, broadcastId }, { key: `make_messages:${broadcastId}`, ...(runAt ? { runAt } : {}) })

/**
 * Starts or resumes a broadcast; its pace counts from now. The caller holds its row lock and has checked that it may.
 */
export async function beginSending(tx: Tx, account: AccountId, broadcastId: string, now: Date): Promise<void> {
  await sql`
    update broadcast set state = 'sending', state_reason = null, recall_until = null, no_channel_since = null, started_at = coalesce(started_at, ${now}), pace_from = ${now}, pace_from_count = made_count
    where account_id = ${account} and broadcast_id = ${broadcastId}`.execute(tx)
  await enqueueMessageCreation(tx, account, broadcastId)
}
