import type { FastifyReply, FastifyRequest } from 'fastify'
import { counter, histogram, latencyBuckets } from '#metrics/registry.ts'
import type { App } from './app.ts'

/** Which of the HTTP servers answers. */
export type ServerName = 'console' | 'admin' | 'openapi'

const requests = counter('hongyan_http_requests_total', 'Answered HTTP requests', ['server', 'status'])
const durations = histogram('hongyan_http_request_duration_seconds', 'Time to the answer of an HTTP request', latencyBuckets, ['server'])
export const refusalsTotal = counter('hongyan_http_refusals_total', 'Refused calls of console and back office, by the refusal', [
  'server',
  'code',
])

/** Counts and times every answer of a server. An event stream lasts as long as its page, so it has no duration. */
export function measureRequests(app: App, server: ServerName): void {
  const duration = durations.labels({ server })
  app.addHook('onResponse', (_: FastifyRequest, reply: FastifyReply, done: () => void) => {
    requests.inc({ server, status: reply.statusCode })
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) duration.observe(reply.elapsedTime / 1000)
    done()
  })
}
