import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'
import { chooseChannel, loadRoutes, type Routing, type Way } from '#domain/channels/index.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { requeue } from './claim.ts'
import { resolveDoubt } from './doubt.ts'
import { holdLease, leaseName, releaseLease } from './lease.ts'

/** A channel that lost its link has this long to rebind before its messages are rerouted. */
const patienceMs = 30_000
const batchSize = 500
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
    select channel_id, enabled as "isEnabled", kinds, carriers, state_at, held.is_held, breakers <> '[]' as "isBroken",
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
    select account_id from account_work where channel_id = ${channelId} order by priority, due_at limit ${accountsAtOnce}`.execute(db)
  let movedCount = 0
  for (const { accountId: account } of rows)
    for (;;) {
      const moved = await db.transaction().execute(tx => moveSome(tx, account, channelId, routing, now))
      movedCount += moved
      if (moved < batchSize) break
    }
  return movedCount
}

/**
 * Moves messages of one account. Like a claim, it takes the account's place in the queue first, so that concurrent
 * writers wait and insert it again.
 */
async function moveSome(tx: Tx, account: AccountId, channelId: string, routing: Routing, now: Date): Promise<number> {
  // A writer of several channels may hold another place in the queue that we want: we give way.
  await sql`set local lock_timeout = '200ms'`.execute(tx)
  await sql`delete from account_work where account_id = ${account} and channel_id = ${channelId}`.execute(tx)
  const { rows } = await sql<{ messageId: string; kind: MessageKind; carrier: string; province: string | null }>`
    select outbox.message_id, message.kind, message.carrier, message.province from outbox
    join message on message.account_id = ${account} and message.message_id = outbox.message_id
    where outbox.account_id = ${account} and outbox.channel_id = ${channelId} and outbox.claim_token is null
    order by outbox.priority, outbox.due_at limit ${batchSize} for update of outbox skip locked`.execute(tx)
  const moves = rows.flatMap(({ messageId, ...destination }) => {
    const way = chooseChannel(routing, { account, ...destination })
    return way !== null && getOrThrow(routing.ways, way).isUp ? [{ messageId, channelId: way }] : []
  })
  await sql`
    update outbox set channel_id = move.channel_id
    from unnest(${moves.map(move => move.messageId)}::uuid[], ${moves.map(move => move.channelId)}::uuid[]) as move (id, channel_id)
    where outbox.account_id = ${account} and outbox.message_id = move.id`.execute(tx)
  for (const target of [...new Set([channelId, ...moves.map(move => move.channelId)])].sort()) await requeue(tx, account, target, now)
  return moves.length
}
