import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Delivery } from '#dispatch/link/upstream-link.ts'
import { type CarrierListenerOptions, type Deliveries, UnownedDeliveries } from '#dispatch/report/delivery.ts'
import { isCallbackToken } from '#domain/channels/index.ts'
import { wholeOf } from '#values/bytes.ts'
import { portOrThrow } from '#values/or-throw.ts'
import { upstreamApiOf } from './apis.ts'
import type { UpstreamEvents } from './upstream-api.ts'

const mostBytes = 1024 * 1024
const quietMs = 60_000

export interface CallbackListenerOptions extends CarrierListenerOptions {
  /** From which the tokens of the addresses are derived. */
  secret: string
}

/**
 * Takes what upstreams call us with, reports and messages from phones, at the address of their channel
 * (domain/channels/callback.ts). No lease is needed: a report is matched wherever it comes, and parked until its
 * message is known. Answered once it is stored; anything but 200 is for the upstream to repeat.
 */
export async function startCallbackListener(options: CallbackListenerOptions): Promise<{ port: number; close: () => Promise<void> }> {
  const { now, logger } = options
  const deliveries = new UnownedDeliveries(options)
  let warnedAtMs = Number.NEGATIVE_INFINITY
  const warn = (error: unknown, channelId: string) => {
    if (performance.now() < warnedAtMs + quietMs) return
    warnedAtMs = performance.now()
    logger.warn({ err: error, channel: channelId }, 'a callback of an upstream could not be read')
  }
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://callback')
    if (pathname === '/health') return end(response, 200, 'ok')
    const [, , channelId = '', token = ''] = pathname.split('/')
    const channel = options.channels().find(one => one.channelId === channelId)
    if (channel?.settings.protocol !== 'http' || !isCallbackToken(options.secret, channelId, token)) return end(response, 404, '')
    const body = await wholeOf(request, mostBytes)
    if (body === null) return end(response, 413, '')
    const api = upstreamApiOf(channel, channel.settings, now)
    let told: UpstreamEvents
    try {
      told = api.readCallback({ query: search.slice(1), body: body.toString() })
    } catch (error) {
      warn(error, channelId)
      return end(response, 400, 'unreadable')
    }
    const outcomes = await stored(deliveries.of(channel), told)
    if (outcomes.includes('later')) return end(response, 503, 'again later')
    end(response, 200, api.callbackReply)
  }
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
    take(request, response).catch((error: unknown) => {
      warn(error, '')
      response.destroy()
    })
  })
  // While programs are replaced the next one listens beside this one; a port of our own choice has nobody beside it.
  server.listen({ port: options.port, host: options.host, reusePort: options.port !== 0 })
  await once(server, 'listening')
  return {
    port: portOrThrow(server),
    close: async () => {
      server.close()
      server.closeIdleConnections()
      await deliveries.idle()
      server.closeAllConnections()
    },
  }
}

/** What became of each item, once all are stored or refused. */
function stored(deliveries: Deliveries, { reports, inbound }: UpstreamEvents): Promise<Parameters<Delivery['answer']>[0][]> {
  const items: Omit<Delivery, 'answer'>[] = [
    ...reports.map(report => ({ report, inbound: null })),
    ...inbound.map(one => ({ report: null, inbound: one })),
  ]
  return Promise.all(
    items.map(item => {
      const { promise, resolve } = Promise.withResolvers<Parameters<Delivery['answer']>[0]>()
      deliveries.take({ ...item, answer: resolve })
      return promise
    }),
  )
}

function end(response: ServerResponse, status: number, body: string): void {
  const type = /^[[{]/.test(body) ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8'
  response.writeHead(status, { 'content-type': type }).end(body)
}
