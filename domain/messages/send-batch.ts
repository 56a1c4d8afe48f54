import { type RawBuilder, sql } from 'kysely'
import type { Ingress } from '#contract/apps/app-labels.ts'
import type { MessageState } from '#contract/messages/message-state.ts'
import { refuse } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { dequeueMessages, settleMessages } from '#domain/delivery/index.ts'
import { returnLinkUnits } from '#domain/links/index.ts'
import { type AccountId, idTime } from '#values/id.ts'
import type { Draft } from './send-draft.ts'

/**
 * Whether a request says no more than its only message: it is found by that message's id and needs no row of its own.
 */
export const isSingleMessage = ({ recipients, request }: Draft): boolean =>
  recipients.length === 1 && request.outId === undefined && request.sendAt === undefined

/** The statement that records requests with messages. */
export function storedBatches(account: AccountId, drafts: readonly Draft[], now: Date): RawBuilder<unknown> {
  const list = <T>(of: (draft: Draft) => T) => drafts.map(of)
  return sql`
    insert into send_batch (account_id, batch_id, app_id, ingress, message_ids, out_id, send_at, created_at)
    select owner.account_id, batch_id, app_id, ingress, message_ids::uuid[], out_id, send_at, ${now}::timestamptz
    from ${accountRow(account)}
    cross join unnest(${list(one => one.batchId)}::uuid[], ${list(one => one.app.appId)}::uuid[], ${list(one => one.request.ingress)}::text[],
      ${list(one => `{${one.recipients.map(({ messageId }) => messageId).join(',')}}`)}::text[], ${list(one => one.request.outId ?? null)}::text[],
      ${list(one => one.request.sendAt ?? null)}::timestamptz[]) as batch (batch_id, app_id, ingress, message_ids, out_id, send_at)`
}

interface BatchMessage {
  messageId: string
  phone: string
  state: MessageState
  /** The report's code, or a reason of the platform. */
  reason: string | null
  segmentCount: number
  customId: string | null
  submittedAt: Date | null
  finishedAt: Date | null
}

export interface Batch {
  batchId: string
  appId: string
  ingress: Ingress
  outId: string | null
  sendAt: Date | null
  createdAt: Date
  /** In the order of the request, without refused numbers. */
  messages: BatchMessage[]
}

/** A request of an app (null: of any) with the state of its messages. Refuses `not_found`. */
export async function findBatch(executor: Executor, account: AccountId, batchId: string, appId: string | null): Promise<Batch> {
  const kept = await executor
    .selectFrom('sendBatch')
    .select(['appId', 'ingress', 'messageIds', 'outId', 'sendAt', 'createdAt'])
    .where('accountId', '=', account)
    .where('batchId', '=', batchId)
    .executeTakeFirst()
  const batch = kept ?? (await loneBatch(executor, account, batchId))
  if (!batch || (appId !== null && batch.appId !== appId)) refuse('not_found')
  const ids = batch.messageIds
  const found = new Map((await readMessages(executor, account, ids)).map(message => [message.messageId, message]))
  return {
    batchId,
    appId: batch.appId,
    ingress: batch.ingress,
    outId: batch.outId,
    sendAt: batch.sendAt,
    createdAt: batch.createdAt,
    messages: ids.flatMap(id => found.get(id) ?? []),
  }
}

async function loneBatch(executor: Executor, account: AccountId, messageId: string) {
  const message = await executor
    .selectFrom('message')
    .select(['appId', 'ingress'])
    .where('accountId', '=', account)
    .where('messageId', '=', messageId)
    .where('batchId', '=', messageId)
    .executeTakeFirst()
  if (!message?.appId || !message.ingress) return undefined
  const { appId, ingress } = message
  return { appId, ingress, messageIds: [messageId], outId: null, sendAt: null, createdAt: idTime(messageId) }
}

async function readMessages(executor: Executor, account: AccountId, ids: readonly string[]): Promise<BatchMessage[]> {
  const sorted = ids.toSorted()
  const columns = sql`message_id as "messageId", phone, state, reason, segment_count, custom_id, submitted_at, finished_at`
  // The range lets the planner prune partitions by month.
  const { rows } = await sql<BatchMessage>`
    select ${columns} from message
    where account_id = ${account} and message_id = any(${ids}::uuid[]) and message_id between ${sorted[0]} and ${sorted.at(-1)}
    union all select ${columns} from sandbox_message where account_id = ${account} and message_id = any(${ids}::uuid[])`.execute(executor)
  return rows
}

/**
 * Cancels the messages of a scheduled request that are still waiting: they count as canceled, and their charge and link
 * units are returned. Refuses `not_found`, and `batch_unscheduled` when none waits. Returns their ids.
 */
export async function cancelBatch(
  tx: Tx,
  account: AccountId,
  { batchId, appId, now }: { batchId: string; appId: string | null; now: Date },
): Promise<string[]> {
  const { sendAt, messages } = await findBatch(tx, account, batchId, appId)
  if (sendAt === null) refuse('batch_unscheduled')
  const waiting = await dequeueMessages(
    tx,
    account,
    messages.map(message => message.messageId),
  )
  const outcomes = waiting.map(messageId => ({ messageId, state: 'canceled' as const, reason: 'canceled', at: now }))
  const canceled = await settleMessages(tx, account, outcomes, now)
  if (canceled.length === 0) refuse('batch_unscheduled')
  // Canceled messages with a link return the unit of their code.
  await returnLinkUnits(tx, account, canceled.length, { now, referenceId: batchId })
  return canceled.map(message => message.messageId)
}
