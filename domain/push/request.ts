import type { PushEvent } from '#contract/push/push.ts'
import { bodyOf } from './format.ts'
import type { Endpoint } from './queue.ts'
import { openWebhookSecret, signatureOf } from './secret.ts'

/** A request to a webhook, without what its connection adds. */
export interface WebhookRequest {
  headers: Record<string, string>
  body: string
}

/**
 * Builds a request: body in the webhook's format, signed with its secret and, for a while, also with the previous one.
 * `attemptId` is the log's.
 */
export function writeRequest(
  secret: string,
  webhookId: string,
  endpoint: Pick<Endpoint, 'format' | 'appNumber' | 'encryptedSecret' | 'encryptedPrevious' | 'previousUntil'>,
  events: readonly PushEvent[],
  { attemptId, now }: { attemptId: string; now: Date },
): WebhookRequest {
  const current = openWebhookSecret(secret, webhookId, endpoint.encryptedSecret)
  const { encryptedPrevious, previousUntil } = endpoint
  const previous =
    encryptedPrevious && previousUntil && previousUntil > now ? [openWebhookSecret(secret, webhookId, encryptedPrevious)] : []
  const nonce = attemptId.replaceAll('-', '')
  const { body, contentType } = bodyOf({ format: endpoint.format, appNumber: endpoint.appNumber, secret: current }, events, nonce)
  return {
    headers: {
      'content-type': contentType,
      'x-hongyan-signature': signatureOf([current, ...previous], body, now),
      'x-hongyan-delivery': attemptId,
    },
    body,
  }
}
