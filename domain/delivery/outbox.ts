import { type RawBuilder, sql } from 'kysely'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { type AccountId, accountIdOrThrow, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { itemOrThrow } from '#values/or-throw.ts'

/** PostgreSQL NOTIFY channel that wakes dispatch; the payload is `Work`. */
export const outboxWake = 'hongyan_outbox'
const wakeMessageCount = 100

/** Messages in one row of the outbox: a row stays below the size from which PostgreSQL stores values out of line. */
const rowCapacity = 100

const priorities: Record<MessageKind, number> = { otp: 0, transactional: 1, marketing: 2 }
const validityMs: Record<MessageKind, number> = {
  otp: limits.codeValidityMinutes * 60_000,
  transactional: limits.transactionalValidityHours * 3_600_000,
  marketing: limits.marketingValidityHours * 3_600_000,
}

export interface QueuedMessage {
  messageId: string
  kind: MessageKind
  carrier: string
  phone: string
  broadcastId?: string
  /** When to send it; undefined: now. */
  dueAt?: Date
  /** The end of its validity period where that is shorter than its kind's. */
  validUntil?: Date | undefined
}

/** Parts of one SQL statement: its CTEs, and the final select, which notifies dispatch. */
export interface StatementParts {
  parts: RawBuilder<unknown>[]
  wakes: RawBuilder<unknown>
}

/** The channels of messages, in their order. */
export interface Routed {
  now: Date
  channelIds: readonly string[]
}

/** A row of the outbox: messages that share everything that dispatch orders and sends them by. */
interface OutboxRow {
  outboxId: string
  channelId: string
  priority: number
  dueAt: Date
  expiresAt: Date
  broadcastId: string | null
  attemptCount: number
  messageIds: string[]
}

/** A message to enqueue, as far as its row goes. */
type Enqueued = Pick<QueuedMessage, 'messageId' | 'kind' | 'broadcastId' | 'dueAt' | 'validUntil'> & { attemptCount?: number }

/** The rows that hold the messages. */
function rowsOf(messages: readonly Enqueued[], { now, channelIds }: Routed): OutboxRow[] {
  const rows: OutboxRow[] = []
  const open = new Map<string, OutboxRow>()
  let last: { channelId: string; message: Enqueued } | undefined
  let key = ''
  for (const [index, message] of messages.entries()) {
    const channelId = itemOrThrow(channelIds, index)
    const { messageId, kind, dueAt = now, broadcastId = null, validUntil, attemptCount = 0 } = message
    const expiresAt = new Date(
      Math.min(Math.max(dueAt.getTime(), now.getTime()) + validityMs[kind], validUntil?.getTime() ?? Number.MAX_VALUE),
    )
    // Most messages share the row of the one before.
    if (last?.channelId !== channelId || sharedFields.some(field => last?.message[field] !== message[field]))
      key = `${channelId} ${kind} ${dueAt.getTime()} ${expiresAt.getTime()} ${broadcastId ?? ''} ${attemptCount}`
    last = { channelId, message }
    const known = open.get(key)
    if (known && known.messageIds.length < rowCapacity) {
      known.messageIds.push(messageId)
      continue
    }
    const row = {
      outboxId: newId(),
      channelId,
      priority: priorities[kind],
      dueAt,
      expiresAt,
      broadcastId,
      attemptCount,
      messageIds: [messageId],
    }
    rows.push(row)
    open.set(key, row)
  }
  return rows
}
const sharedFields = ['kind', 'dueAt', 'broadcastId', 'validUntil', 'attemptCount'] as const

function insertRows(account: AccountId, rows: readonly OutboxRow[]): RawBuilder<unknown> {
  const list = <T>(of: (row: OutboxRow) => T) => rows.map(of)
  return sql`
    insert into outbox (account_id, outbox_id, channel_id, priority, due_at, expires_at, broadcast_id, attempt_count, message_ids)
    select owner.account_id, outbox_id, channel_id, priority, due_at, expires_at, broadcast_id, attempt_count, message_ids::uuid[]
    from ${accountRow(account)}
    cross join unnest(${list(row => row.outboxId)}::uuid[], ${list(row => row.channelId)}::uuid[], ${list(row => row.priority)}::smallint[],
      ${list(row => row.dueAt)}::timestamptz[], ${list(row => row.expiresAt)}::timestamptz[], ${list(row => row.broadcastId)}::uuid[],
      ${list(row => row.attemptCount)}::smallint[], ${list(row => `{${row.messageIds.join(',')}}`)}::text[])
      as place (outbox_id, channel_id, priority, due_at, expires_at, broadcast_id, attempt_count, message_ids)`
}

/** The statement parts that enqueue messages for dispatch. */
export function queuedParts(account: AccountId, messages: readonly QueuedMessage[], routed: Routed): StatementParts {
  const rows = rowsOf(messages, routed)
  const queued = sql`queued as (${insertRows(account, rows)})`
  // Only reduces latency: dispatch looks several times a second anyway, which is enough for bulk.
  const woken = messages.length < wakeMessageCount ? rows.filter(row => row.dueAt <= routed.now) : []
  const works = new Set(woken.map(row => encodeWork({ account, ...row })))
  return { parts: [queued], wakes: sql`select pg_notify(${outboxWake}, work) from unnest(${[...works]}::text[]) as woken (work)` }
}

/** What a notification says: an account has messages of a priority for a channel. */
export interface Work {
  channelId: string
  account: AccountId
  priority: number
}
const encodeWork = ({ channelId, account, priority }: Work) => `${channelId} ${account} ${priority}`
export function decodeWork(text: string): Work {
  const [channelId = '', account = '', priority] = text.split(' ')
  return { channelId, account: accountIdOrThrow(account), priority: Number(priority) }
}

/**
 * CTEs that take messages out of rows of the outbox: a row is shortened, or deleted with its last message. `given`
 * selects (outbox_id, message_id); only rows that fulfil `condition` count. `removed` has those that were there. Locks
 * the rows in one order against deadlocks, and names them by arrays, so that no plan reads everything of the account.
 */
export const removedFrom = (account: AccountId, given: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  given as (${given}),
  held as (
    select outbox_id, message_ids from outbox
    where account_id = ${account}::uuid and outbox_id = any(array(select outbox_id from given)) and ${condition}
    order by outbox_id for update),
  one as (
    select held.outbox_id, part.message_id, part.place, given.message_id is not null as is_given from held
    cross join lateral unnest(held.message_ids) with ordinality as part (message_id, place)
    left join given on given.outbox_id = held.outbox_id and given.message_id = part.message_id),
  rest as (select outbox_id, array_agg(message_id order by place) filter (where not is_given) as message_ids from one group by outbox_id),
  emptied as (
    delete from outbox where account_id = ${account}::uuid and outbox_id = any(array(select outbox_id from rest where message_ids is null))),
  shortened as (
    update outbox set message_ids = rest.message_ids from rest
    where outbox.account_id = ${account}::uuid and outbox.outbox_id = rest.outbox_id
      and outbox.outbox_id = any(array(select outbox_id from rest where message_ids is not null))),
  removed as (select outbox_id, message_id from one where is_given)`

/** A message that was removed, and where it goes. */
export interface Removed {
  messageId: string
  kind: MessageKind
  broadcastId: string | null
  attemptCount: number
  expiresAt: Date
  channelId: string
  dueAt: Date
}

/** Puts messages that were removed back into rows of their own, at another time or for another channel. */
export async function putBack(tx: Tx, account: AccountId, messages: readonly Removed[], now: Date): Promise<void> {
  if (messages.length === 0) return
  const enqueued = messages.map(message => ({ ...message, broadcastId: message.broadcastId ?? undefined, validUntil: message.expiresAt }))
  await insertRows(account, rowsOf(enqueued, { now, channelIds: messages.map(message => message.channelId) })).execute(tx)
}

/**
 * Condition of rows that no channel has claimed, for statements that name rows by their ids: written so that indexes
 * of waiting and of claimed rows can't serve it, which with an empty table seem as cheap as the primary key.
 */
export const isUnclaimed = sql`coalesce(claim_token, 0) = 0`

/** Takes messages out of the outbox that no channel has claimed; returns their ids. */
export async function dequeueMessages(tx: Tx, account: AccountId, messageIds: readonly string[]): Promise<string[]> {
  if (messageIds.length === 0) return []
  const found = sql`
    select outbox_id, one.message_id from outbox cross join lateral unnest(message_ids) as one (message_id)
    where account_id = ${account} and claim_token is null and one.message_id = any(${messageIds}::uuid[])`
  const { rows } = await sql<{ messageId: string }>`
    with ${removedFrom(account, found, isUnclaimed)} select message_id from removed`.execute(tx)
  return rows.map(row => row.messageId)
}

/** Removes from the outbox what no channel has claimed and `which` selects; returns the ids of the messages. */
export async function dequeueRows(tx: Tx, account: AccountId, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ messageId: string }>`
    with removed as (delete from outbox where account_id = ${account} and claim_token is null and ${which} returning message_ids)
    select unnest(message_ids) as message_id from removed`.execute(tx)
  return rows.map(row => row.messageId)
}
