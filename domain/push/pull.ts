import { sql } from 'kysely'
import type { EsmeProtocol } from '#contract/apps/app-labels.ts'
import type { PulledKind, PushEvent } from '#contract/push/push.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, idTime, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { presentEvents } from './present.ts'

interface Taking {
  kinds: readonly PulledKind[]
  limit: number
  now: Date
}

interface Taken {
  /** Acknowledges them; null: nothing was dequeued. */
  cursor: string | null
  events: PushEvent[]
}

/**
 * Dequeues events that wait for a pull by an app, oldest first. They are leased for a minute until the cursor
 * acknowledges them, and then are delivered again: at least once. Concurrent callers never get the same ones.
 */
export const dequeueEvents = (tx: Tx, account: AccountId, appId: string, taking: Taking): Promise<Taken> =>
  take(tx, account, appId, 'pull', taking)

/** The same for an app's sessions of a protocol, reports and inbound messages alike. */
export const dequeueEsmeEvents = (
  tx: Tx,
  account: AccountId,
  appId: string,
  { protocol, ...taking }: Omit<Taking, 'kinds'> & { protocol: EsmeProtocol },
): Promise<Taken> => take(tx, account, appId, protocol, { ...taking, kinds: ['report', 'inbound'] })

async function take(tx: Tx, account: AccountId, appId: string, sink: 'pull' | EsmeProtocol, { kinds, limit, now }: Taking): Promise<Taken> {
  const cursor = newId(now.getTime())
  const { rows } = await sql<{ eventId: string }>`
    with ready as (
      select event_id, queue_id from push_event
      where account_id = ${account} and sink = ${sink} and queue_id = ${appId} and state = 'waiting' and due_at <= ${now} and kind = any(${[...kinds]}::text[])
      order by due_at, event_id limit ${limit} for update skip locked)
    update push_event as event set due_at = ${leaseEnd(cursor)}, cursor_id = ${cursor}, attempt_count = event.attempt_count + 1
    from ready where event.account_id = ${account} and event.event_id = ready.event_id and event.queue_id = ready.queue_id
    returning event.event_id`.execute(tx)
  if (rows.length === 0) return { cursor: null, events: [] }
  return {
    cursor,
    events: await presentEvents(
      tx,
      account,
      appId,
      rows.map(row => row.eventId),
    ),
  }
}

const leaseEnd = (cursor: string) => new Date(idTime(cursor).getTime() + limits.pullLeaseSeconds * 1_000)

/**
 * Acknowledges the events dequeued with a cursor, or the named ones of them. Returns how many; none when the lease
 * expired and somebody else has them.
 */
export async function acknowledge(
  tx: Tx,
  account: AccountId,
  appId: string,
  cursor: string,
  { now, eventIds }: { now: Date; eventIds?: readonly string[] },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update push_event set state = 'delivered', ended_at = ${now}
    where account_id = ${account} and sink in ('pull', 'smpp', 'cmpp') and queue_id = ${appId} and state = 'waiting'
      and due_at = ${leaseEnd(cursor)} and cursor_id = ${cursor}
      and (${eventIds ?? null}::uuid[] is null or event_id = any(${eventIds ?? null}::uuid[]))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Returns dequeued events at once when they can't be passed on: the session ended. */
export async function giveBack(tx: Tx, account: AccountId, appId: string, cursor: string, now: Date): Promise<void> {
  await sql`
    update push_event set due_at = ${now}, cursor_id = null
    where account_id = ${account} and sink in ('pull', 'smpp', 'cmpp') and queue_id = ${appId} and state = 'waiting'
      and due_at = ${leaseEnd(cursor)} and cursor_id = ${cursor}`.execute(tx)
}
