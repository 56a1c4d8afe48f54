import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface DrainTimes {
  /** Grace in which an idle connection may still bring a request. */
  graceMs: number
  /** When remaining connections are cut. */
  limitMs: number
}

/** As many connections as Node's listen backlog holds, and some more. */
const maxTurns = 600

/** Interval of checks for connections that have become idle. */
const pollMs = 50

/**
 * Lets the event loop accept connections and read requests that have arrived. Await it before a server stops listening,
 * which resets unaccepted connections, and before connections count as idle: timers of a busy process run ahead of its
 * reads.
 */
export async function readPending(server: Server): Promise<void> {
  const countOf = promisify(server.getConnections.bind(server))
  // A turn accepts one connection; after three turns without one, all are accepted.
  let quietTurns = 0
  for (let turns = 0, count = -1; quietTurns < 3 && turns < maxTurns; turns += 1) {
    await nextTurn()
    const next = await countOf()
    quietTurns = next === count ? quietTurns + 1 : 0
    count = next
  }
}

/**
 * Graceful shutdown: makes `server.close()` answer every request that was read or is in a socket's buffer before it
 * ends the connection. Node itself takes a connection for idle while its request is unread. No new connection is
 * accepted, and each answer says `Connection: close`.
 */
export function drainOnClose(server: Server, { graceMs, limitMs }: DrainTimes): void {
  const answering = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  let isDraining = false
  server.prependListener('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false
    answering.add(response)
    response.once('close', () => answering.delete(response))
  })
  const closeIdle = server.closeIdleConnections.bind(server)
  const closeSilent = () => {
    closeIdle()
    // Browsers open connections in advance; Node doesn't count them as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  // Called by `close()`.
  server.closeIdleConnections = () => {
    if (isDraining) return
    isDraining = true
    for (const response of answering) response.shouldKeepAlive = false
    const timers = [setTimeout(() => server.closeAllConnections(), limitMs)]
    server.once('close', () => {
      for (const timer of timers) clearTimeout(timer)
    })
    const poll = async () => {
      await readPending(server)
      closeSilent()
      timers.push(setTimeout(poll, pollMs))
    }
    timers.push(setTimeout(poll, graceMs))
  }
}
