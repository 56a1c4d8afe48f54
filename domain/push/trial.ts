import type { EventKind } from '#contract/push/push.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { pick } from '#values/pick.ts'
import type { Exchange, WebhookClient } from './client.ts'
import { isAccepted } from './format.ts'
import { type Endpoint, readEndpoint } from './queue.ts'
import { type WebhookRequest, writeRequest } from './request.ts'
import { sampleEvent } from './sample.ts'
import { findWebhook } from './webhook.ts'

export interface Trial {
  attemptId: string
  webhookId: string
  endpoint: Endpoint
  request: WebhookRequest
}

/** Prepares the request that tries a webhook with an event of a kind. Refuses `not_found`. */
export async function prepareTrial(
  executor: Executor,
  account: AccountId,
  secret: string,
  { webhookId, kind, now }: { webhookId: string; kind: EventKind; now: Date },
): Promise<Trial> {
  await findWebhook(executor, account, webhookId)
  const endpoint = await readEndpoint(executor, { account, webhookId })
  if (!endpoint) throw new TypeError(`no endpoint of webhook ${webhookId}`)
  const attemptId = newId(now.getTime())
  const event = sampleEvent(kind, { appId: endpoint.appId, now })
  return { attemptId, webhookId, endpoint, request: writeRequest(secret, webhookId, endpoint, [event], { attemptId, now }) }
}

export const runTrial = (client: WebhookClient, { endpoint, request }: Trial): Promise<Exchange> =>
  client.post(endpoint.url, request.headers, request.body, body => isAccepted(endpoint.format, body))

/** Records a trial in the log of deliveries; if it succeeded, waiting events are tried at once. */
export async function recordTrial(
  tx: Tx,
  account: AccountId,
  { attemptId, webhookId, endpoint }: Trial,
  exchange: Exchange,
): Promise<void> {
  await tx
    .insertInto('pushAttempt')
    .values({
      accountId: account,
      attemptId,
      webhookId,
      appId: endpoint.appId,
      eventIds: [],
      ...pick(exchange, 'outcome', 'httpStatus', 'elapsedMs'),
      isTest: true,
    })
    .execute()
  if (exchange.outcome !== 'delivered') return
  await tx.updateTable('appWebhook').set({ nextTryAt: null }).where('accountId', '=', account).where('webhookId', '=', webhookId).execute()
}
