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
    .insertInto('appWebhook')
    .values({
      accountId: account,
      webhookId,
      appId,
      url: choice.url,
      format: choice.format,
      kinds: [...choice.kinds],
      encryptedSecret: encryptWebhookSecret(secret, webhookId, text),
      createdAt: now,
      updatedAt: now,
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
  const others = await lockWebhooks(tx, account, webhook.appId)
  refuseTaken(
    others.filter(other => other.webhookId !== webhookId),
    choice.kinds,
  )
  const fresh = webhook.url === choice.url ? {} : { failingSince: null, failureCount: 0, nextTryAt: null, lastElapsedMs: null }
  await tx
    .updateTable('appWebhook')
    .set({ url: choice.url, format: choice.format, kinds: [...choice.kinds], updatedAt: now, ...fresh })
    .where('accountId', '=', account)
    .where('webhookId', '=', webhookId)
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
    ? { state: 'enabled', disabledWhy: null, failingSince: null, failureCount: 0, nextTryAt: null, lastElapsedMs: null }
    : { state: 'disabled', disabledWhy: 'owner' }
  await tx
    .updateTable('appWebhook')
    .set({ ...next, updatedAt: now })
    .where('accountId', '=', account)
    .where('webhookId', '=', webhookId)
    .execute()
}

/** Deletes a webhook: its waiting events wait for a pull by its app, its log is deleted. Refuses `not_found`. */
export async function removeWebhook(tx: Tx, account: AccountId, webhookId: string): Promise<{ url: string }> {
  const webhook = await findWebhook(tx, account, webhookId)
  for (const table of ['appWebhook', 'pushAttempt'] as const)
    await tx.deleteFrom(table).where('accountId', '=', account).where('webhookId', '=', webhookId).execute()
  await tx
    .deleteFrom('pushEvent')
    .where('accountId', '=', account)
    .where('queueId', '=', webhookId)
    .where('state', '<>', 'waiting')
    .execute()
  // The worker that delivers finds the webhook gone and leaves the events to the pull.
  await tx
    .insertInto('pushWork')
    .values({ accountId: account, queueId: webhookId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return { url: webhook.url }
}

/** The secret that a webhook currently signs with. Refuses `not_found`. */
export async function revealWebhookSecret(tx: Tx, account: AccountId, secret: string, webhookId: string): Promise<string> {
  const webhook = await findWebhook(tx, account, webhookId)
  return openWebhookSecret(secret, webhookId, webhook.encryptedSecret)
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
    .updateTable('appWebhook')
    .set({
      encryptedSecret: encryptWebhookSecret(secret, webhookId, text),
      encryptedPrevious: webhook.encryptedSecret,
      previousUntil: new Date(now.getTime() + overlapMs),
      updatedAt: now,
    })
    .where('accountId', '=', account)
    .where('webhookId', '=', webhookId)
    .execute()
  return text
}

/** A webhook of the account. Refuses `not_found`. */
export async function findWebhook(executor: Executor, account: AccountId, webhookId: string) {
  const row = await executor
    .selectFrom('appWebhook')
    .selectAll()
    .where('accountId', '=', account)
    .where('webhookId', '=', webhookId)
    .executeTakeFirst()
  return row ?? refuse('not_found')
}

/** The webhooks of an app, with the app's row locked so that concurrent additions see each other. */
async function lockWebhooks(tx: Tx, account: AccountId, appId: string) {
  const app = await tx
    .selectFrom('app')
    .select('appId')
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('state', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!app) refuse('not_found')
  return tx
    .selectFrom('appWebhook')
    .select(['webhookId', 'url', 'kinds'])
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .execute()
}

function refuseTaken(others: readonly { url: string; kinds: string[] }[], kinds: readonly EventKind[]): void {
  for (const kind of kinds) {
    const other = others.find(one => one.kinds.includes(kind))
    if (other) refuse('webhook_kind_taken', { kind: eventKinds[kind], url: other.url })
  }
}
