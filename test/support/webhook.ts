import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { asAccount, type Db } from '#db/connect.ts'
import { createApp } from '#domain/apps/app.ts'
import { isLoopbackAddress } from '#domain/platform/public-address.ts'
import { WebhookClient, type WebhookWorld, webhookWorld } from '#domain/push/client.ts'
import { addWebhook, type WebhookChoice } from '#domain/push/webhook.ts'
import type { AccountId } from '#values/id.ts'
import { portOrThrow } from '#values/or-throw.ts'

export const webhookTestSecret = 'only programs that our tests start know this word: tulip 48'

export interface Delivery {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A customer's server: it records posted events, and answers by `answer`, 200 by default. */
export async function startReceiver(answer: (delivery: Delivery, response: ServerResponse) => void = (_, response) => void response.end()) {
  const deliveries: Delivery[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const delivery = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString('utf8') }
      deliveries.push(delivery)
      answer(delivery, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${portOrThrow(server)}`
  const close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return { url, deliveries, close }
}

/** A client that may call this machine, with a shorter timeout than the real one. */
export const testClient = (world: Partial<WebhookWorld> = {}) =>
  new WebhookClient({ ...webhookWorld(true), mayReach: isLoopbackAddress, connectTimeoutMs: 4_000, wholeTimeoutMs: 6_000, ...world })

/** An app with a webhook for delivery reports. */
export function createWebhook(db: Db, account: AccountId, choice: Partial<WebhookChoice> & { url: string }, now = new Date()) {
  return asAccount(db, account, async tx => {
    const { appId, number } = await createApp(tx, account, {
      name: `订单${Math.random()}`.slice(0, 12),
      kind: 'production',
      memberId: null,
      now,
    })
    const whole: WebhookChoice = { format: 'hongyan', kinds: ['report'], ...choice }
    const { webhookId, text } = await addWebhook(tx, account, webhookTestSecret, { appId, choice: whole, now })
    return { appId, appNumber: number, webhookId, secret: text }
  })
}
