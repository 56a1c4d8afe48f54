import { type EventKind, eventKinds, type WebhookFormat } from '#contract/push/push.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { encryptWebhookSecret, newWebhookSecret, openWebhookSecret } from './secret.ts'

export interface WebhookChoice {
  url: string
  format: WebhookFormat
  kinds: readonly EventKind[]
}

/** Both secrets sign for this long after a change, so that receivers can be updated without loss. */
const overlapMs = 24 * 3_600_000

/**
 * Adds a webhook to an app; returns its id and its secret. Refuses `not_found` for an unknown app, `webhook_limit`, and
 * `webhook_kind_taken` when another webhook of the app takes one of the kinds.
 */
export async function addWebhook(
  tx: Tx,
  account: AccountId,
  secret: string,
  { appId, choice, now }: { appId: string; choice: WebhookChoice; now: Date },
): Promise<{ webhookId: string; text: string }> {
  const others = await lockWebhooks(tx, account, appId)
  if (others.length >= limits.webhooks) refuse('webhook_limit', { limit: limits.webhooks })
  refuseTaken(others, choice.kinds)
  const webhookId = newId()
  const text = newWebhookSecret()
  await tx
    .insertInto('app_webhook')
    .values({
      account_id: account,
      webhook_id: webhookId,
      app_id: appId,
      url: choice.url,
      format: choice.format,
      kinds: [...choice.kinds],
      encrypted_secret: encryptWebhookSecret(secret, webhookId, text),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { webhookId, text }
}

/** Changes a webhook. A new address resets its failures. Refuses `not_found`, `webhook_kind_taken`. */
export async function changeWebhook(
  tx: Tx,
  account: AccountId,
  { webhookId, choice, now }: { webhookId: string; choice: WebhookChoice; now: Date },
): Promise<void> {
  const webhook = await findWebhook(tx, account, webhookId)
  const others = await lockWebhooks(tx, account, webhook.app_id)
  refuseTaken(
    others.filter(other => other.webhook_id !== webhookId),
    choice.kinds,
  )
  const fresh = webhook.url === choice.url ? {} : { failing_since: null, failure_count: 0, next_try_at: null, last_elapsed_ms: null }
  await tx
    .updateTable('app_webhook')
    .set({ url: choice.url, format: choice.format, kinds: [...choice.kinds], updated_at: now, ...fresh })
    .where('account_id', '=', account)
    .where('webhook_id', '=', webhookId)
    .execute()
}

/**
 * Switches a webhook on or off. While it is off, new events wait for a pull, and waiting ones become dead letters.
 * Refuses `not_found`.
 */
export async function switchWebhook(
  tx: Tx,
  account: AccountId,
  { webhookId, isEnabled, now }: { webhookId: string; isEnabled: boolean; now: Date },
): Promise<void> {
  await findWebhook(tx, account, webhookId)
  const next = isEnabled
    ? { state: 'enabled', disabled_why: null, failing_since: null, failure_count: 0, next_try_at: null, last_elapsed_ms: null }
    : { state: 'disabled', disabled_why: 'owner' }
  await tx
    .updateTable('app_webhook')
    .set({ ...next, updated_at: now })
    .where('account_id', '=', account)
    .where('webhook_id', '=', webhookId)
    .execute()
}

/** Deletes a webhook: its waiting events wait for a pull by its app, its log is deleted. Refuses `not_found`. */
export async function removeWebhook(tx: Tx, account: AccountId, webhookId: string): Promise<{ url: string }> {
  const webhook = await findWebhook(tx, account, webhookId)
  for (const table of ['app_webhook', 'push_attempt'] as const)
    await tx.deleteFrom(table).where('account_id', '=', account).where('webhook_id', '=', webhookId).execute()
  await tx
    .deleteFrom('push_event')
    .where('account_id', '=', account)
    .where('queue_id', '=', webhookId)
    .where('state', '<>', 'waiting')
    .execute()
  // The worker that delivers finds the webhook gone and leaves the events to the pull.
  await tx
    .insertInto('push_work')
    .values({ account_id: account, queue_id: webhookId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return { url: webhook.url }
}

/** The secret that a webhook currently signs with. Refuses `not_found`. */
export async function revealWebhookSecret(tx: Tx, account: AccountId, secret: string, webhookId: string): Promise<string> {
  const webhook = await findWebhook(tx, account, webhookId)
  return openWebhookSecret(secret, webhookId, webhook.encrypted_secret)
}

/** Renews the secret; the previous one signs beside it for a day. Refuses `not_found`. */
export async function renewWebhookSecret(
  tx: Tx,
  account: AccountId,
  secret: string,
  { webhookId, now }: { webhookId: string; now: Date },
): Promise<string> {
  const webhook = await findWebhook(tx, account, webhookId)
  const text = newWebhookSecret()
  await tx
    .updateTable('app_webhook')
    .set({
      encrypted_secret: encryptWebhookSecret(secret, webhookId, text),
      encrypted_previous: webhook.encrypted_secret,
      previous_until: new Date(now.getTime() + overlapMs),
      updated_at: now,
    })
    .where('account_id', '=', account)
    .where('webhook_id', '=', webhookId)
    .execute()
  return text
}

/** A webhook of the account. Refuses `not_found`. */
export async function findWebhook(executor: Executor, account: AccountId, webhookId: string) {
  const row = await executor
    .selectFrom('app_webhook')
    .selectAll()
    .where('account_id', '=', account)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()
  return row ?? refuse('not_found')
}

/** The webhooks of an app, with the app's row locked so that concurrent additions see each other. */
async function lockWebhooks(tx: Tx, account: AccountId, appId: string) {
  const app = await tx
    .selectFrom('app')
    .select('app_id')
    .where('account_id', '=', account)
    .where('app_id', '=', appId)
    .where('state', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!app) refuse('not_found')
  return tx
    .selectFrom('app_webhook')
    .select(['webhook_id', 'url', 'kinds'])
    .where('account_id', '=', account)
    .where('app_id', '=', appId)
    .execute()
}

function refuseTaken(others: readonly { url: string; kinds: string[] }[], kinds: readonly EventKind[]): void {
  for (const kind of kinds) {
    const other = others.find(one => one.kinds.includes(kind))
    if (other) refuse('webhook_kind_taken', { kind: eventKinds[kind], url: other.url })
  }
}
