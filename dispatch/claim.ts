import { sql } from 'kysely'
import { finalStates, type MessageState } from '#contract/messages/message-state.ts'
import type { Db, Executor, Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { errorCode } from '#values/error.ts'
import type { AccountId } from '#values/id.ts'
import { leaseName, ownership } from './lease.ts'

/** A message that the holder of `token` may send now, once. */
export interface Claimed {
  account: AccountId
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
  expiresAt: Date
}

const lockNotAvailable = '55P03'

export type Fence = { channelId: string; token: number }

/**
 * Claims up to `limit` messages of one account from the outbox: codes before notices before marketing over all
 * accounts, then the account that has waited longest. The claim is committed before anything is sent; an owner without
 * the lease claims nothing. An account with more to send returns to the end of the queue. Waits for no lock while it
 * holds the account's place in the queue, so it can't deadlock with writers. `offset 0` makes each message a lookup by
 * its key: on a table that grows faster than it is analysed the planner would read everything of the account for each
 * message.
 */
export async function claimNext(db: Db, fence: Fence, limit: number, now: Date): Promise<Claimed[]> {
  return db.transaction().execute(async tx => {
    const account = (await takeTurn(tx, fence, now, 'skip locked')) ?? (await waitForTurn(tx, fence, now))
    if (!account) return []
    const { rows } = await sql<ClaimedRow>`
      with ready as (
        select message_id from outbox
        where account_id = ${account} and channel_id = ${fence.channelId} and claim_token is null and due_at <= ${now}
        order by priority, due_at, message_id limit ${limit} for update skip locked),
      claimed as (
        update outbox set claim_token = ${fence.token}, attempt_count = outbox.attempt_count + 1 from ready
        where outbox.account_id = ${account} and outbox.message_id = ready.message_id
        returning outbox.message_id, outbox.attempt_count, outbox.expires_at, outbox.priority)
      select claimed.message_id, claimed.attempt_count, claimed.expires_at, message.broadcast_id, message.kind, message.phone, message.content,
        message.segment_count, message.maybe_twice, message.state, signature.extension || coalesce(message.extension, '') as extension
      from claimed
      cross join lateral (select * from message where account_id = ${account} and message_id = claimed.message_id offset 0) as message
      join signature on signature.account_id = ${account} and signature.signature_id = message.signature_id
      order by claimed.priority, claimed.message_id`.execute(tx)
    await requeue(tx, account, fence.channelId, now)
    return rows.map(row => ({
      account,
      messageId: row.messageId,
      token: fence.token,
      broadcastId: row.broadcastId,
      kind: row.kind,
      phone: row.phone,
      content: row.content,
      extension: row.extension,
      segmentCount: row.segmentCount,
      attemptCount: row.attemptCount,
      wasDoubtful: row.maybeTwice,
      isOver: finalStates.includes(row.state),
      expiresAt: row.expiresAt,
    }))
  })
}

interface ClaimedRow {
  messageId: string
  attemptCount: number
  expiresAt: Date
  broadcastId: string | null
  kind: MessageKind
  phone: string
  content: string
  segmentCount: number
  maybeTwice: boolean
  state: MessageState
  extension: string
}

/**
 * Takes the account whose turn it is from the queue before reading its outbox: concurrent writers wait for us and
 * insert its place again. Accounts that are being written to are skipped; if there is no other, we wait for them.
 */
async function takeTurn(tx: Tx, fence: Fence, now: Date, manner: 'skip locked' | 'wait'): Promise<AccountId | undefined> {
  const { rows } = await sql<{ accountId: AccountId }>`
    -- across accounts: whose turn it is
    with fence as (${ownership(leaseName(fence.channelId), fence.token)}),
    turn as (
      select account_id from account_work where channel_id = ${fence.channelId} and due_at <= ${now} and exists (select from fence)
      order by priority, due_at limit 1 for update ${sql.raw(manner === 'wait' ? '' : 'skip locked')})
    delete from account_work using turn where account_work.account_id = turn.account_id and account_work.channel_id = ${fence.channelId}
    returning account_work.account_id`.execute(tx)
  return rows[0]?.accountId
}

/** Whether any account has something to send on a channel now: a cheap query without locks. */
export async function hasWork(executor: Executor, channelId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    -- across accounts: whether messages wait
    select from account_work where channel_id = ${channelId} and due_at <= ${now} limit 1`.execute(executor)
  return rows.length > 0
}

/**
 * Waits for an account that is being written to, if there is one; only briefly, since no other owner can take the lease
 * meanwhile.
 */
async function waitForTurn(tx: Tx, fence: Fence, now: Date): Promise<AccountId | undefined> {
  if (!(await hasWork(tx, fence.channelId, now))) return undefined
  await sql`set local lock_timeout = '1s'`.execute(tx)
  await sql`savepoint turn`.execute(tx)
  try {
    return await takeTurn(tx, fence, now, 'wait')
  } catch (error) {
    if (errorCode(error) !== lockNotAvailable) throw error
    await sql`rollback to savepoint turn`.execute(tx)
    return undefined
  }
}

/** Returns an account to the queue for the time when its next unclaimed message is due. */
export async function requeue(tx: Tx, account: AccountId, channelId: string, now: Date): Promise<void> {
  await sql`
    insert into account_work (account_id, channel_id, due_at, priority)
    select ${account}, ${channelId}, greatest(min(next.due_at), ${now}),
      coalesce(min(next.priority) filter (where next.due_at <= ${now}), min(next.priority))
    from (values (0::smallint), (1::smallint), (2::smallint)) as kind (priority)
    cross join lateral (
      select due_at, priority from outbox
      where account_id = ${account} and channel_id = ${channelId} and claim_token is null and priority = kind.priority
      order by due_at limit 1) as next
    having count(*) > 0
    on conflict (account_id, channel_id) do update
    set due_at = least(account_work.due_at, excluded.due_at), priority = least(account_work.priority, excluded.priority)`.execute(tx)
}

/**
 * Releases messages with our token that we don't know of: a claim was committed, but the connection to the database was
 * lost before we heard of it. They were never sent. `known` has the ids of all messages in memory.
 */
export async function releaseForgotten(db: Db, fence: Fence, known: readonly string[], now: Date): Promise<void> {
  const { rows } = await sql<{ accountId: AccountId; messageId: string }>`
    -- across accounts: everything that a failed claim left
    select account_id, message_id from outbox
    where channel_id = ${fence.channelId} and claim_token = ${fence.token} and message_id <> all(${known}::uuid[])`.execute(db)
  for (const [account, own] of Map.groupBy(rows, row => row.accountId))
    await db.transaction().execute(async tx => {
      await sql`
        update outbox set claim_token = null
        where account_id = ${account} and message_id = any(${own.map(row => row.messageId)}::uuid[]) and claim_token = ${fence.token}`.execute(
        tx,
      )
      await requeue(tx, account, fence.channelId, now)
    })
}
