import { sql } from 'kysely'
import type { EventKind, EventSink } from '#contract/push/push.ts'
import type { WebhookOutcome } from '#contract/push/webhook.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, idTime } from '#values/id.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { maskPhone } from '#values/phone.ts'
import { pick } from '#values/pick.ts'
import { presentEvents } from './present.ts'
import { findWebhook } from './webhook.ts'

/** Counts stop here and show as "more". */
const maxCounted = 100_000

/** An app's webhooks, oldest first, with what waits for each, and what waits for a pull. Refuses `not_found`. */
export async function listWebhooks(executor: Executor, account: AccountId, appId: string) {
  const app = await executor
    .selectFrom('app')
    .select('appId')
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()
  if (!app) refuse('not_found')
  const rows = await executor
    .selectFrom('appWebhook')
    .selectAll()
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .orderBy('webhookId')
    .execute()
  const webhooks = []
  for (const row of rows)
    webhooks.push({
      ...row,
      waitingCount: await countEvents(executor, account, { sink: 'webhook', queueId: row.webhookId, state: 'waiting' }),
      parkedCount: await countEvents(executor, account, { sink: 'webhook', queueId: row.webhookId, state: 'parked' }),
    })
  return { webhooks, pullCount: await countEvents(executor, account, { sink: 'pull', queueId: appId, state: 'waiting' }) }
}

async function countEvents(
  executor: Executor,
  account: AccountId,
  { sink, queueId, state }: { sink: string; queueId: string; state: 'waiting' | 'parked' },
): Promise<number> {
  // The state is a literal: the partial indexes need it.
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from push_event where account_id = ${account} and sink = ${sink} and queue_id = ${queueId} and state = ${sql.lit(state)}
      limit ${maxCounted}) as counted`.execute(executor)
  return firstOrThrow(rows).count
}

interface Page {
  cursor?: string | undefined
  limit: number
}

/** Requests to a webhook, latest first, optionally only failed or successful ones. Refuses `not_found`. */
export async function listAttempts(
  executor: Executor,
  account: AccountId,
  webhookId: string,
  { outcome, cursor, limit }: Page & { outcome?: 'failed' | 'delivered' | undefined },
) {
  await findWebhook(executor, account, webhookId)
  let asked = executor
    .selectFrom('pushAttempt')
    .selectAll()
    .where('accountId', '=', account)
    .where('webhookId', '=', webhookId)
    .orderBy('attemptId', 'desc')
    .limit(limit + 1)
  if (cursor) asked = asked.where('attemptId', '<', cursor)
  if (outcome) asked = asked.where('outcome', outcome === 'failed' ? '<>' : '=', 'delivered')
  const rows = await asked.execute()
  const shown = rows.slice(0, limit)
  return { rows: shown.map(attemptOf), nextCursor: rows.length > limit ? lastOrThrow(shown).attemptId : null }
}

interface AttemptRow {
  attemptId: string
  eventIds: string[]
  outcome: WebhookOutcome
  httpStatus: number | null
  elapsedMs: number
  isTest: boolean
}

const attemptOf = (row: AttemptRow) => ({
  ...pick(row, 'attemptId', 'outcome', 'httpStatus', 'elapsedMs', 'isTest'),
  at: idTime(row.attemptId),
  eventCount: row.eventIds.length,
})

/** One request with its events, as far as they are stored. Refuses `not_found`. */
export async function readAttempt(executor: Executor, account: AccountId, attemptId: string) {
  const row = await executor
    .selectFrom('pushAttempt')
    .selectAll()
    .where('accountId', '=', account)
    .where('attemptId', '=', attemptId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const events = row.eventIds.length === 0 ? [] : await presentEvents(executor, account, row.webhookId, row.eventIds)
  return { ...attemptOf(row), events }
}

/** Dead letters (parked events) of a webhook, in the order of their ids. Refuses `not_found`. */
export async function listDeadLetters(executor: Executor, account: AccountId, webhookId: string, { cursor, limit }: Page) {
  await findWebhook(executor, account, webhookId)
  const { rows } = await sql<{ eventId: string; kind: EventKind; attemptCount: number; recordedAt: Date }>`
    select event_id, kind, attempt_count, recorded_at from push_event
    where account_id = ${account} and queue_id = ${webhookId} and state = 'parked' and (${cursor ?? null}::uuid is null or event_id > ${cursor ?? null})
    order by event_id limit ${limit + 1}`.execute(executor)
  const shown = rows.slice(0, limit)
  const summaries = await summarise(
    executor,
    account,
    webhookId,
    shown.map(row => row.eventId),
  )
  return {
    rows: shown.map(row => ({
      ...pick(row, 'eventId', 'kind', 'attemptCount'),
      summary: summaries.get(row.eventId) ?? '',
      at: row.recordedAt,
    })),
    nextCursor: rows.length > limit ? lastOrThrow(shown).eventId : null,
  }
}

async function summarise(executor: Executor, account: AccountId, webhookId: string, eventIds: readonly string[]) {
  const events = eventIds.length === 0 ? [] : await presentEvents(executor, account, webhookId, eventIds)
  return new Map(
    events.map(({ id, kind, data }) => {
      if (kind === 'report') return [id, `${maskPhone(data.phone)} ${data.code}`]
      if (kind === 'inbound') return [id, `${maskPhone(data.phone)} ${data.text}`]
      if (kind === 'template_review') return [id, `${data.name} ${data.templateCode}`]
      if (kind === 'signature_review') return [id, `【${data.signature}】`]
      return [id, kind === 'alert' ? data.text : '']
    }),
  )
}

/**
 * Redelivers dead letters, the named ones or all. The caller says that the webhook works again, so it is tried at once.
 * Returns how many. Refuses `not_found`, and `webhook_disabled` for one that is off.
 */
export async function redeliver(
  tx: Tx,
  account: AccountId,
  { webhookId, eventIds, now }: { webhookId: string; eventIds: readonly string[] | null; now: Date },
): Promise<number> {
  const webhook = await findWebhook(tx, account, webhookId)
  if (webhook.state !== 'enabled') refuse('webhook_disabled')
  const { numAffectedRows } = await sql`
    update push_event set state = 'waiting', attempt_count = 0, due_at = ${now}, ended_at = null
    where account_id = ${account} and queue_id = ${webhookId} and state = 'parked'
      and (${eventIds ?? null}::uuid[] is null or event_id = any(${eventIds ?? null}::uuid[]))`.execute(tx)
  if (!numAffectedRows) return 0
  await sql`insert into push_work (account_id, queue_id) values (${account}, ${webhookId}) on conflict do nothing`.execute(tx)
  await tx
    .updateTable('appWebhook')
    .set({ failingSince: null, failureCount: 0, nextTryAt: null })
    .where('accountId', '=', account)
    .where('webhookId', '=', webhookId)
    .execute()
  return Number(numAffectedRows)
}

/** How a message's report was delivered to its app's program; null: not delivered, or too long ago. */
export async function reportNotification(executor: Executor, account: AccountId, messageId: string) {
  const { rows } = await sql<{
    sink: EventSink
    state: 'waiting' | 'parked' | 'delivered'
    attemptCount: number
    at: Date | null
    dueAt: Date
    url: string | null
  }>`
    select event.sink, event.state, attempt_count, ended_at as at, due_at, webhook.url
    from push_event as event
    left join app_webhook as webhook on webhook.account_id = ${account} and webhook.webhook_id = event.queue_id
    where event.account_id = ${account} and event.event_id = ${messageId} and event.kind = 'report' limit 1`.execute(executor)
  return rows[0] ?? null
}
