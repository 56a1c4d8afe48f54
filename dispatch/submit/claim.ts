import { sql } from 'kysely'
import { finalStates, type MessageState } from '#contract/messages/message-state.ts'
import { accountRow } from '#db/account-row.ts'
import type { Db } from '#db/connect.ts'
import { inOneTrip } from '#db/pipeline.ts'
import { leaseName, notOwned, ownership } from '#dispatch/channel/lease.ts'
import { isUnclaimed } from '#domain/delivery/index.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { errorCode } from '#values/error.ts'
import { type AccountId, newId } from '#values/id.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { dueFrom, type Turn } from './turns.ts'

/** A message that the holder of `token` may send now, once. */
export interface Claimed {
  account: AccountId
  /** The row of the outbox that holds it. */
  outboxId: string
  messageId: string
  /** The claimer's fencing token: writes about the message count only while its claim has this token. */
  token: number
  broadcastId: string | null
  kind: MessageKind
  phone: string
  content: string
  /** Digits after the channel's access number: the signature's, then those that the request asks for. */
  extension: string
  segmentCount: number
  attemptCount: number
  /** It was sent before and never answered: the carrier may have it. */
  wasDoubtful: boolean
  /** A late report of its first try has made it final: it must not be sent. */
  isOver: boolean
  dueAt: Date
  expiresAt: Date
}

export type Fence = { channelId: string; token: number }

/**
 * Claims up to `limit` messages of each account whose turn it is, the longest due first. The claims are committed
 * together before anything is sent; an owner without the lease claims nothing.
 */
export async function claimNext(db: Db, fence: Fence, turns: readonly Turn[], limit: number, now: Date): Promise<Claimed[][]> {
  const statements = turns.map(turn => claimOf(fence, turn, limit, now))
  const results = await inOneTrip(db, ownership(leaseName(fence.channelId), fence.token), statements).catch((error: unknown) => {
    if (errorCode(error) === notOwned) return turns.map(() => [])
    throw error
  })
  return results.map((rows, index) =>
    rows.map(row => ({
      account: itemOrThrow(turns, index).account,
      token: fence.token,
      wasDoubtful: row.maybeTwice,
      isOver: finalStates.includes(row.state),
      ...pick(row, ...sentFields),
    })),
  )
}

/**
 * The claim of one account. Waits for no lock, so it can't deadlock with writers. Of a row with more messages than
 * `limit` a part is claimed, as a row of its own. Rows are named by arrays of ids, messages by `offset 0`, so that each
 * is a lookup by its key whatever the planner knows of the tables.
 */
const claimOf = ({ channelId, token }: Fence, { account, priority, dueSince }: Turn, limit: number, now: Date) => sql<ClaimedRow>`
    with waiting as (
      select outbox_id, (sum(count) over (order by due_at, outbox_id))::integer - count as taken_before
      from (
        select outbox_id, due_at, cardinality(message_ids) as count from outbox
        where account_id = ${account} and channel_id = ${channelId} and priority = ${priority} and claim_token is null
          and due_at between ${dueFrom(dueSince, now)} and ${now}
        order by due_at, outbox_id limit ${limit}) as first_rows),
    locked as (
      select * from outbox
      where account_id = ${account} and outbox_id = any(array(select outbox_id from waiting where taken_before < ${limit}::integer))
        and ${isUnclaimed}
      for update skip locked),
    ready as (
      select locked.*, ${limit}::integer - taken_before as room, cardinality(message_ids) <= ${limit}::integer - taken_before as is_whole
      from locked join waiting using (outbox_id)),
    whole as (
      update outbox set claim_token = ${token}, attempt_count = attempt_count + 1
      where account_id = ${account} and outbox_id = any(array(select outbox_id from ready where is_whole))
      returning outbox_id, attempt_count, due_at, expires_at, message_ids),
    rest as (
      update outbox set message_ids = later.message_ids
      from (select outbox_id, message_ids[room + 1:] as message_ids from ready where not is_whole) as later
      where outbox.account_id = ${account} and outbox.outbox_id = any(array(select outbox_id from ready where not is_whole))
        and later.outbox_id = outbox.outbox_id),
    head as (
      insert into outbox as made (account_id, outbox_id, channel_id, priority, due_at, expires_at, broadcast_id, attempt_count, message_ids, claim_token)
      select owner.account_id, ${newId()}::uuid, channel_id, priority, due_at, expires_at, broadcast_id, attempt_count + 1, message_ids[:room],
        ${token}
      from ${accountRow(account)}
      cross join ready where not is_whole
      returning outbox_id, attempt_count, due_at, expires_at, message_ids)
    select claimed.outbox_id, claimed.attempt_count, claimed.due_at, claimed.expires_at, message.*, signature.extension || coalesce(message.own_extension, '') as extension
    from (select * from whole union all select * from head) as claimed
    cross join lateral unnest(claimed.message_ids) as one (message_id)
    cross join lateral (
      select message_id, broadcast_id, kind, phone, content, segment_count, maybe_twice, state, signature_id, extension as own_extension
      from message where account_id = ${account} and message.message_id = one.message_id offset 0) as message
    join signature on signature.account_id = ${account} and signature.signature_id = message.signature_id
    order by message.message_id`

const sentFields = [
  'outboxId',
  'messageId',
  'broadcastId',
  'kind',
  'phone',
  'content',
  'extension',
  'segmentCount',
  'attemptCount',
  'dueAt',
  'expiresAt',
] as const satisfies readonly (keyof Claimed)[]

type ClaimedRow = Pick<Claimed, (typeof sentFields)[number]> & { maybeTwice: boolean; state: MessageState }

/**
 * Releases rows with our token that we don't know of: a claim was committed, but the connection to the database was
 * lost before we heard of it. Their messages were never sent. `known` has the rows of all messages in memory.
 */
export async function releaseForgotten(db: Db, fence: Fence, known: readonly string[]): Promise<void> {
  await sql`
    -- across accounts: everything that a failed claim left
    update outbox set claim_token = null
    where channel_id = ${fence.channelId} and claim_token = ${fence.token} and outbox_id <> all(${known}::uuid[])`.execute(db)
}
