import { sql } from 'kysely'
import { type EventKind, type EventSink, eventSinks, type WebhookFormat } from '#contract/push/push.ts'
import type { Db, Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** A webhook's queue, whose events one worker at a time delivers. */
export interface QueueName {
  account: AccountId
  webhookId: string
}

/** Lease of a queue since its last renewal: events of a killed worker are taken over after that. */
const queueLeaseMs = 12_000
const lease = `${queueLeaseMs} ms`

/**
 * Leases queues that nobody serves, those that waited longest first. `served`: the queues that the worker has in hand.
 * Others under its name count as free: their lease was never confirmed, or serving them failed. The database's clock
 * decides, since clocks of hosts may differ.
 */
export async function leaseQueues(db: Db, owner: string, served: readonly string[], limit: number): Promise<QueueName[]> {
  // Checked again by the update: another worker may have been faster.
  const isFree = sql`(work.leased_until is null or work.leased_until < now() or (work.owner = ${owner} and work.queue_id <> all(${served}::uuid[])))`
  const { rows } = await sql<{ accountId: AccountId; queueId: string }>`
    with free as (
      select account_id, queue_id from push_work as work -- across accounts: whose events nobody delivers
      where ${isFree} order by leased_until nulls first limit ${limit})
    update push_work as work set owner = ${owner}, leased_until = now() + ${lease}::interval
    from free where work.account_id = free.account_id and work.queue_id = free.queue_id and ${isFree}
    returning work.account_id, work.queue_id`.execute(db)
  return rows.map(row => ({ account: row.accountId, webhookId: row.queueId }))
}

/**
 * Renews a worker's leases of the queues that it serves, and returns those that it still owns: after a long absence it
 * has lost some.
 */
export async function renewQueues(db: Db, owner: string, served: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ queueId: string }>`
    update push_work set leased_until = now() + ${lease}::interval -- across accounts: a worker's own leases
    where owner = ${owner} and queue_id = any(${served}::uuid[]) returning queue_id`.execute(db)
  return new Set(rows.map(row => row.queueId))
}

/** Releases all queues of a worker that ends. */
export async function releaseQueues(db: Db, owner: string): Promise<void> {
  await sql`update push_work set owner = null, leased_until = null -- across accounts: a worker's own leases
    where owner = ${owner}`.execute(db)
}

/** Releases an empty queue. One that got an event meanwhile stays. */
export async function releaseQueue(db: Db, { account, webhookId }: QueueName, owner: string): Promise<void> {
  await sql`
    delete from push_work where account_id = ${account} and queue_id = ${webhookId} and owner = ${owner} and not exists (
      select from push_event where account_id = ${account} and sink = 'webhook' and queue_id = ${webhookId} and state = 'waiting')`.execute(
    db,
  )
}

/**
 * Finds queues with waiting events but no owner row: enqueuing inserts a bare row, which may be deleted before the
 * event's transaction commits. Returns how many.
 */
export async function findForgottenQueues(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into push_work (account_id, queue_id) -- across accounts: whatever waits unseen
    select account_id, webhook_id from app_webhook as webhook
    where exists (select from push_event as event where event.account_id = webhook.account_id and event.sink = 'webhook'
        and event.queue_id = webhook.webhook_id and event.state = 'waiting')
      and not exists (select from push_work as work where work.account_id = webhook.account_id and work.queue_id = webhook.webhook_id)
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Number of queues of enabled webhooks whose events have been due for so long, and the age of the oldest. */
export async function findOverdueQueues(executor: Executor, sinceMinutes: number): Promise<{ queueCount: number; waitMs: number }> {
  const { rows } = await sql<{ queueCount: number; waitMs: number }>`
    select count(*) as "queueCount", coalesce(1000 * extract(epoch from now() - min(due_at)), 0)::float8 as "waitMs" -- across accounts: what waits longest
    from app_webhook as webhook cross join lateral (
      select due_at from push_event as event where event.account_id = webhook.account_id and event.sink = 'webhook'
        and event.queue_id = webhook.webhook_id and event.state = 'waiting' order by due_at limit 1) as oldest
    where webhook.state = 'enabled' and webhook.failing_since is null and due_at < now() - ${`${sinceMinutes} minutes`}::interval`.execute(
    executor,
  )
  return firstOrThrow(rows)
}

/** Events that wait for customers' programs, by how they are delivered. */
export interface EventQueueState {
  sink: EventSink
  count: number
  /** For how long the oldest has been due; 0: none is. */
  waitSeconds: number
}

/** Counts at most this many of a kind: a backlog of millions must not slow down what measures it. */
const countedEvents = 1_000_000

export async function readEventQueues(executor: Executor): Promise<EventQueueState[]> {
  const states: EventQueueState[] = []
  for (const sink of eventSinks) {
    const { rows } = await sql<Omit<EventQueueState, 'sink'>>`
      select count(*) as count, coalesce(greatest(0, extract(epoch from now() - min(due_at))), 0)::float8 as wait_seconds
      from (select due_at from push_event -- across accounts: what waits
        where sink = ${sink} and state = 'waiting' limit ${countedEvents}) as event`.execute(executor)
    states.push({ sink, ...firstOrThrow(rows) })
  }
  return states
}

export interface Endpoint {
  appId: string
  appNumber: string
  url: string
  format: WebhookFormat
  state: 'enabled' | 'disabled'
  encryptedSecret: Buffer
  encryptedPrevious: Buffer | null
  previousUntil: Date | null
  failingSince: Date | null
  nextTryAt: Date | null
  lastElapsedMs: number | null
}

/** The current webhook of a queue; null: it was deleted. */
export async function readEndpoint(executor: Executor, { account, webhookId }: QueueName): Promise<Endpoint | null> {
  const { rows } = await sql<Endpoint>`
    select webhook.app_id, app.number as "appNumber", url, format, webhook.state, encrypted_secret,
      encrypted_previous, previous_until, failing_since, next_try_at, last_elapsed_ms
    from app_webhook as webhook join app on app.account_id = ${account} and app.app_id = webhook.app_id
    where webhook.account_id = ${account} and webhook.webhook_id = ${webhookId}`.execute(executor)
  return rows[0] ?? null
}

export interface WaitingEvent {
  eventId: string
  kind: EventKind
  attemptCount: number
}

/** Due events of a queue, those due longest first. */
export async function readWaiting(
  executor: Executor,
  { account, webhookId }: QueueName,
  limit: number,
  now: Date,
): Promise<WaitingEvent[]> {
  const { rows } = await sql<WaitingEvent>`
    select event_id, kind, attempt_count from push_event
    where account_id = ${account} and sink = 'webhook' and queue_id = ${webhookId} and state = 'waiting' and due_at <= ${now}
    order by due_at, event_id limit ${limit}`.execute(executor)
  return rows
}

/** When the next event of a queue is due; null: the queue is empty. */
export async function nextDueAt(executor: Executor, { account, webhookId }: QueueName): Promise<Date | null> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select min(due_at) as due_at from push_event
    where account_id = ${account} and sink = 'webhook' and queue_id = ${webhookId} and state = 'waiting'`.execute(executor)
  return firstOrThrow(rows).dueAt
}

const batchOfMany = 5_000

/**
 * Parks waiting events as dead letters: all, or those that are too old. Returns how many; `limit` means that there may
 * be more.
 */
export async function deadLetterEvents(
  executor: Executor,
  { account, webhookId }: QueueName,
  { recordedBefore, now, limit = batchOfMany }: { recordedBefore: Date | null; now: Date; limit?: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select event_id from push_event
      where account_id = ${account} and sink = 'webhook' and queue_id = ${webhookId} and state = 'waiting'
        and (${recordedBefore}::timestamptz is null or recorded_at < ${recordedBefore}) limit ${limit})
    update push_event as event set state = 'parked', ended_at = ${now} from old
    where event.account_id = ${account} and event.queue_id = ${webhookId} and event.event_id = old.event_id and event.state = 'waiting'`.execute(
    executor,
  )
  return Number(numAffectedRows ?? 0)
}

/** Parks events whose data can't be read, to be repaired. */
export async function deadLetterUnreadable(executor: Executor, { account, webhookId }: QueueName, eventIds: readonly string[], now: Date) {
  await executor
    .updateTable('pushEvent')
    .set({ state: 'parked', endedAt: now })
    .where('accountId', '=', account)
    .where('queueId', '=', webhookId)
    .where('eventId', 'in', [...eventIds])
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Empties the queue of a deleted webhook: reports and inbound messages wait for a pull by the app, the rest is dropped.
 * Returns how many.
 */
export async function moveToPull(db: Db, { account, webhookId }: QueueName): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with left_over as (
      select event_id from push_event
      where account_id = ${account} and sink = 'webhook' and queue_id = ${webhookId} and state = 'waiting' limit ${batchOfMany}),
    gone as (
      delete from push_event as event using left_over
      where event.account_id = ${account} and event.queue_id = ${webhookId} and event.event_id = left_over.event_id
      returning event.*),
    kept as (
      insert into push_event (account_id, event_id, queue_id, sink, app_id, kind, data, recorded_at, due_at)
    select account_id, event_id, app_id, 'pull', app_id, kind, data, recorded_at, recorded_at from gone where kind in ('report', 'inbound')
      on conflict do nothing returning event_id)
    select count(*) as count from kept`.execute(db)
  return firstOrThrow(rows).count
}

/** Events from before this moment aren't delivered any more. */
export const tooOldBefore = (now: Date) => new Date(now.getTime() - limits.webhookHours * 3_600_000)
