import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How fast a body must arrive; within 30 seconds when unset. */
    bodyTime?: BodyTime
  }
}

/** The time a whole body may take, and the bytes that must come in every stretch of it. */
export interface BodyTime {
  wholeMs: number
  stretchMs: number
  leastBytes: number
}

const quickBody: BodyTime = { wholeMs: 30_000, stretchMs: 30_000, leastBytes: 0 }

/**
 * Ends connections whose request does not arrive in time, each route by its own measure: whoever sends a byte a minute would hold a connection for ever,
 * and a file on a slow line needs its while. Node's own limit knows one time for all routes.
 */
export function limitBodyTime(app: App): void {
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (!request.raw.complete)
      watchBody(request, () => {
        // As Node tells it of a head that is late; what has its answer is told no other.
        if (reply.sent) request.raw.socket.destroy()
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
  const endedAtMs = Date.now() + wholeMs
  let seenBytes = socket.bytesRead
  const watch = setInterval(() => {
    if (raw.complete) return clearInterval(watch)
    if (Date.now() >= endedAtMs || socket.bytesRead - seenBytes < leastBytes) end()
    seenBytes = socket.bytesRead
  }, stretchMs)
  watch.unref()
  raw.once('close', () => clearInterval(watch))
}
