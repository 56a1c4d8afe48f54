import { sql } from 'kysely'
import type { Db, Executor, Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import type { Exchange } from './client.ts'
import { type QueueName, tooOldBefore } from './queue.ts'

/** A finished request to a webhook. */
export interface Attempt extends Exchange {
  attemptId: string
  appId: string
  eventIds: readonly string[]
}

const minute = 60
const hour = 3_600
/** Retry schedule of an event, in seconds between attempts; after the last it becomes a dead letter. */
export const retryDelays = [
  1 * minute,
  5 * minute,
  10 * minute,
  30 * minute,
  60 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
] as const

/** Backoff: a failing webhook is tried with one batch at a time, after a pause that grows with its failures. */
const pauseSeconds = (failureCount: number) => Math.min(60, 2 ** Math.min(failureCount, 6))
/** A success updates the webhook's row only when the last recorded one is older than this, not for each batch. */
const successNoteMs = 10_000
/** Slower webhooks are served among the slow ones; only a change of that is written each time. */
export const slowMs = 2_000

const logged = (account: AccountId, webhookId: string, attempt: Attempt) => sql`
  insert into push_attempt (account_id, attempt_id, webhook_id, app_id, event_ids, outcome, http_status, elapsed_ms)
  values (${account}, ${attempt.attemptId}, ${webhookId}, ${attempt.appId}, ${[...attempt.eventIds]}::uuid[], ${attempt.outcome}, ${attempt.httpStatus},
    ${attempt.elapsedMs})`

/** Records a successful delivery: one statement for events, log and webhook. */
export async function recordDelivered(executor: Executor, { account, webhookId }: QueueName, attempt: Attempt, now: Date): Promise<void> {
  await sql`
    with ended as (
      update push_event set state = 'delivered', ended_at = ${now}, attempt_count = attempt_count + 1
      where account_id = ${account} and queue_id = ${webhookId} and event_id = any(${[...attempt.eventIds]}::uuid[]) and state <> 'delivered'),
    logged as (${logged(account, webhookId, attempt)})
    update app_webhook set failing_since = null, failure_count = 0, next_try_at = null, last_success_at = ${now}, last_elapsed_ms = ${attempt.elapsedMs}
    where account_id = ${account} and webhook_id = ${webhookId} and (failing_since is not null or last_success_at is null
      or last_success_at < ${new Date(now.getTime() - successNoteMs)} or (coalesce(last_elapsed_ms, 0) > ${slowMs}) <> ${attempt.elapsedMs > slowMs})`.execute(
    executor,
  )
}

/**
 * Records a failed delivery: each event is retried after its next delay, or becomes a dead letter when its attempts or
 * its time are used up. A webhook without success for a day is switched off and its account notified. Failures of our
 * own DNS don't count as attempts.
 */
export async function recordFailed(db: Db, queue: QueueName, attempt: Attempt, now: Date): Promise<void> {
  const { account, webhookId } = queue
  if (attempt.outcome === 'offline') return recordOffline(db, queue, attempt, now)
  await db.transaction().execute(async tx => {
    const delays = retryDelays.map(seconds => new Date(now.getTime() + seconds * 1_000))
    const { rows } = await sql<{ failingSince: Date; failureCount: number }>`
      with tried as (
        update push_event set attempt_count = attempt_count + 1,
          state = case when attempt_count >= ${delays.length} or recorded_at < ${tooOldBefore(now)} then 'parked' else 'waiting' end,
          due_at = coalesce((${delays}::timestamptz[])[attempt_count + 1], due_at),
          ended_at = case when attempt_count >= ${delays.length} or recorded_at < ${tooOldBefore(now)} then ${now}::timestamptz end
        where account_id = ${account} and queue_id = ${webhookId} and event_id = any(${[...attempt.eventIds]}::uuid[]) and state = 'waiting'),
      logged as (${logged(account, webhookId, attempt)})
      update app_webhook set failing_since = coalesce(failing_since, ${now}), failure_count = failure_count + 1, last_elapsed_ms = ${attempt.elapsedMs}
      where account_id = ${account} and webhook_id = ${webhookId} and state = 'enabled' returning failing_since, failure_count`.execute(tx)
    const [webhook] = rows
    if (!webhook) return
    const isHopeless = webhook.failingSince.getTime() <= now.getTime() - limits.webhookFailingHours * 3_600_000
    if (isHopeless) await turnOff(tx, queue, attempt.appId, now)
    else await pauseUntil(tx, queue, new Date(now.getTime() + pauseSeconds(webhook.failureCount) * 1_000))
  })
}

async function pauseUntil(tx: Tx, { account, webhookId }: QueueName, at: Date): Promise<void> {
  await tx.updateTable('appWebhook').set({ nextTryAt: at }).where('accountId', '=', account).where('webhookId', '=', webhookId).execute()
}

const offlineSeconds = 15

function recordOffline(db: Db, queue: QueueName, attempt: Attempt, now: Date): Promise<void> {
  return db.transaction().execute(async tx => {
    await logged(queue.account, queue.webhookId, attempt).execute(tx)
    await pauseUntil(tx, queue, new Date(now.getTime() + offlineSeconds * 1_000))
  })
}

async function turnOff(tx: Tx, { account, webhookId }: QueueName, appId: string, now: Date): Promise<void> {
  const row = await tx
    .updateTable('appWebhook')
    .set({ state: 'disabled', disabledWhy: 'failing', nextTryAt: null, updatedAt: now })
    .where('accountId', '=', account)
    .where('webhookId', '=', webhookId)
    .returning('url')
    .executeTakeFirstOrThrow()
  const app = await tx.selectFrom('app').select('name').where('accountId', '=', account).where('appId', '=', appId).executeTakeFirst()
  await notifyAccount(tx, account, {
    kind: 'alert',
    title: `应用“${app?.name ?? ''}”的回调地址已停用`,
    body: `回调地址 ${new URL(row.url).host} 连续${limits.webhookFailingHours}小时没有一次成功，已自动停用。未送达的事件保留${limits.parkedEventDays}天，修复后在应用配置的“回调”中启用，即可重新推送。`,
    link: `/sms/app-config?id=${encodeId('app', appId)}&tab=webhook`,
    now,
  })
}
