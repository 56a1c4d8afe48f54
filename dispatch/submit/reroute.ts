import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'
import { holdLease, leaseName, releaseLease } from '#dispatch/channel/lease.ts'
import { chooseChannel, loadRoutes, type Routing, routingColumns, type Way } from '#domain/channels/index.ts'
import { isUnclaimed, putBack, removedFrom } from '#domain/delivery/index.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { resolveDoubt } from './doubt.ts'

/** A channel that lost its link has this long to rebind before its messages are rerouted. */
const patienceMs = 30_000
/** Rows of the outbox, of up to a hundred messages each. */
const rowsAtOnce = 20
const accountsAtOnce = 50

interface Seen extends Way {
  isHeld: boolean
  /** Its circuit breakers keep it from sending: it won't recover by itself in a moment. */
  isBroken: boolean
  stateAt: Date
}

/**
 * Reroutes messages whose channel is disabled, broken (circuit-breaker.ts) or without a link for a while, where the
 * routes name another channel that sends. What was on the wire without an owner is settled as after a crash.
 * Idempotent, and safe for any number of concurrent programs. Returns how many messages moved.
 */
export async function reroute(db: Db, owner: string, now: Date): Promise<number> {
  const { rows: ways } = await sql<Seen>`
    select channel.channel_id, enabled as "isEnabled", kinds, carriers, ${routingColumns}, state_at, held.is_held, breakers <> '[]' as "isBroken",
      enabled and state = 'up' and held.is_held as "isUp"
    from channel cross join lateral (select exists (select from lease where name = 'channel:' || channel_id::text and until > now()) as is_held) as held
    order by channel_id`.execute(db)
  const routing = { ways: new Map(ways.map(way => [way.channelId, way])), routes: await loadRoutes(db, null) }
  const isAnyOpen = ways.some(way => way.isUp)
  const patientSince = now.getTime() - patienceMs
  let movedCount = 0
  for (const way of ways) {
    if (!way.isEnabled && !way.isHeld) await settleAbandoned(db, way.channelId, owner, now)
    const isShut = !way.isEnabled || (!way.isUp && ((way.isHeld && way.isBroken) || way.stateAt.getTime() < patientSince))
    if (isShut && isAnyOpen) movedCount += await empty(db, way.channelId, routing, now)
  }
  return movedCount
}

/** Nobody else settles what a dead owner left on a channel that was disabled since. */
async function settleAbandoned(db: Db, channelId: string, owner: string, now: Date): Promise<void> {
  const { rows } = await sql`
    -- across accounts: what a dead owner left
    select from outbox where channel_id = ${channelId} and claim_token is not null limit 1`.execute(db)
  if (rows.length === 0) return
  const token = await holdLease(db, leaseName(channelId), owner)
  if (token === null) return
  await resolveDoubt(db, channelId, token + 1, now)
  await releaseLease(db, leaseName(channelId), owner)
}

async function empty(db: Db, channelId: string, routing: Routing, now: Date): Promise<number> {
  const { rows } = await sql<{ accountId: AccountId }>`
    -- across accounts: messages that wait for a channel that doesn't send
    select distinct account_id from outbox where channel_id = ${channelId} and claim_token is null limit ${accountsAtOnce}`.execute(db)
  let movedCount = 0
  for (const { accountId: account } of rows)
    for (;;) {
      const moved = await db.transaction().execute(tx => moveSome(tx, account, channelId, routing, now))
      movedCount += moved
      if (moved === 0) break
    }
  return movedCount
}

/** Moves messages of one account; returns how many. */
async function moveSome(tx: Tx, account: AccountId, channelId: string, routing: Routing, now: Date): Promise<number> {
  const { rows } = await sql<Waiting>`
    with held as (
      select outbox_id, message_ids, due_at, expires_at, attempt_count from outbox
      where account_id = ${account} and channel_id = ${channelId} and claim_token is null
      order by priority, due_at limit ${rowsAtOnce} for update skip locked)
    select held.outbox_id, held.due_at, held.expires_at, held.attempt_count, message.message_id, message.broadcast_id, message.kind, message.carrier,
      message.province, message.phone
    from held cross join lateral unnest(held.message_ids) as one (message_id)
    join message on message.account_id = ${account} and message.message_id = one.message_id`.execute(tx)
  const moves = rows.flatMap(message => {
    const way = chooseChannel(routing, { account, ...message })
    return way !== null && getOrThrow(routing.ways, way).isUp ? [{ ...message, channelId: way }] : []
  })
  const given = sql`
    select * from unnest(${moves.map(move => move.outboxId)}::uuid[], ${moves.map(move => move.messageId)}::uuid[]) as given (outbox_id, message_id)`
  await sql`with ${removedFrom(account, given, isUnclaimed)} select`.execute(tx)
  await putBack(tx, account, moves, now)
  return moves.length
}

interface Waiting {
  outboxId: string
  dueAt: Date
  expiresAt: Date
  attemptCount: number
  messageId: string
  broadcastId: string | null
  kind: MessageKind
  carrier: string
  province: string | null
  phone: string
}
