import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Minimum speed of a body; 30 seconds for the whole when unset. */
    bodyTime?: BodyTime
  }
}

/** The time limit of a whole body, and the minimum of bytes in every interval. */
export interface BodyTime {
  wholeMs: number
  stretchMs: number
  leastBytes: number
}

const quickBody: BodyTime = { wholeMs: 30_000, stretchMs: 30_000, leastBytes: 0 }

/**
 * Slow-request protection: ends connections whose request does not arrive in time, with limits for each route. One byte
 * a minute would hold a connection forever, while a file on a slow line needs its time. Node's own limit is the same
 * for all routes.
 */
export function limitBodyTime(app: App): void {
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (!request.raw.complete)
      watchBody(request, () => {
        // Like Node's answer to a late header block; an answered request gets no second answer.
        if (reply.sent) request.raw.destroy()
        else
          app.server.emit(
            'clientError',
            Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
            request.raw.socket,
          )
      })
    done()
  })
}

function watchBody({ raw, routeOptions }: FastifyRequest, end: () => void): void {
  const { wholeMs, stretchMs, leastBytes } = routeOptions.config.bodyTime ?? quickBody
  const { socket } = raw
  const endedAtMs = performance.now() + wholeMs
  let seenBytes = socket.bytesRead
  const watch = setInterval(() => {
    if (raw.complete) return clearInterval(watch)
    if (performance.now() >= endedAtMs || socket.bytesRead - seenBytes < leastBytes) {
      clearInterval(watch)
      end()
    }
    seenBytes = socket.bytesRead
  }, stretchMs)
  watch.unref()
  raw.once('close', () => clearInterval(watch))
}
