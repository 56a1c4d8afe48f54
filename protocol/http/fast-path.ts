import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { readPending } from './drain.ts'
import { type PlainRequest, readPlainRequest } from './plain-request.ts'

/**
 * Sends the whole answer to a request, including its head. After the last one the connection ends, and nothing more is
 * read.
 */
export type Answer = (text: string, encoding: 'latin1' | 'utf8', isLast?: boolean) => void

/** Handles a request and answers it once, now or later; false: Node answers it. */
export type Take = (request: PlainRequest, socket: Socket, answer: Answer) => boolean

/**
 * HTTP fast path: reads a server's connections before Node. While each arriving piece is one plain request that `take`
 * handles, its answer is sent in one write; at the first other piece the connection goes to Node's HTTP server for
 * good. This saves Node's request and response objects, which cost more than a redirect, and up to a fifth of sending a
 * message (bench/redirect.ts, bench/engine.ts). Returns a function that ends the connections unknown to Node: busy ones
 * with their next answer, idle ones after the grace.
 */
export function openHttpFastPath(server: Server, take: Take, { graceMs, longestBusyMs = 60_000 }: FastPathTimeouts): () => void {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  const open = new Set<FastPathConnection>()
  let isEnding = false
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const connection = new FastPathConnection(socket, take, {
      firstMs: server.headersTimeout,
      idleMs: server.keepAliveTimeout,
      leave: bytes => {
        open.delete(connection)
        if (bytes === null) return
        socket.pause()
        socket.unshift(bytes)
        for (const listener of listeners) listener.call(server, socket)
        socket.resume()
      },
    })
    open.add(connection)
    if (isEnding) connection.end()
  })
  // A missing answer would keep its connection open for ever.
  const sweeping = setInterval(() => {
    for (const connection of open) connection.sweep()
  }, longestBusyMs)
  sweeping.unref()
  return () => {
    clearInterval(sweeping)
    isEnding = true
    for (const connection of open) connection.end()
    setTimeout(async () => {
      await readPending(server)
      for (const connection of open) connection.endIfIdle()
    }, graceMs)
  }
}

interface FastPathTimeouts {
  /** Grace in which a connection may still bring a request at shutdown. */
  graceMs: number
  /** An answer that takes longer, up to twice as long, ends its connection. */
  longestBusyMs?: number
}

interface Place {
  /** Idle time-outs: before the first request, and after each. */
  firstMs: number
  idleMs: number
  /** Called when it has closed (null), or with the bytes for Node to read. */
  leave: (bytes: Buffer | null) => void
}

class FastPathConnection {
  readonly #socket: Socket
  readonly #take: Take
  readonly #place: Place
  #isNew = true
  /** A request waits for its answer. */
  #isBusy = false
  /** The next answer is the last. */
  #isEnding = false
  /** The last answer was sent: further input isn't read. */
  #isOver = false
  /** Sweeps during one request. */
  #sweepCount = 0

  constructor(socket: Socket, take: Take, place: Place) {
    this.#socket = socket
    this.#take = take
    this.#place = place
    socket.setTimeout(place.firstMs)
    for (const [name, listener] of Object.entries(this.#listeners)) socket.on(name, listener)
  }

  /** Ends the connection with its next answer. */
  end(): void {
    this.#isEnding = true
  }

  endIfIdle(): void {
    if (!this.#isBusy) this.#socket.destroySoon()
  }

  /** Ends the connection when a request has stayed unanswered since the last sweep. */
  sweep(): void {
    if (this.#isBusy && this.#sweepCount++ > 0) this.#socket.destroy()
  }

  readonly #listeners = {
    data: (bytes: Buffer) => this.#read(bytes),
    drain: () => this.#socket.resume(),
    end: () => {
      this.#isEnding = true
      if (!this.#isBusy) this.#socket.end()
    },
    timeout: () => {
      if (!this.#isBusy) this.#socket.destroy()
    },
    // Connection errors need no handling; 'close' follows.
    error: () => undefined,
    close: () => this.#place.leave(null),
  }

  #read(bytes: Buffer): void {
    if (this.#isOver) return
    if (this.#isBusy) {
      // Handled later. Taken out of the stream it would let the end of the stream overtake it.
      this.#socket.pause()
      this.#socket.unshift(bytes)
      return
    }
    const request = readPlainRequest(bytes)
    if (this.#isNew) this.#socket.setTimeout(this.#place.idleMs)
    this.#isNew = false
    this.#isBusy = true
    if (request && this.#take(request, this.#socket, this.#answer)) return
    this.#isBusy = false
    this.#socket.setTimeout(0)
    for (const [name, listener] of Object.entries(this.#listeners)) this.#socket.off(name, listener)
    this.#place.leave(bytes)
  }

  readonly #answer: Answer = (text, encoding, isLast = false) => {
    this.#isBusy = false
    this.#sweepCount = 0
    if (this.#socket.destroyed) return
    if (this.#isEnding || isLast) {
      this.#isOver = true
      this.#socket.end(closing(text), encoding)
      // Unread bytes would turn the end into a reset, which loses the answer.
      this.#socket.resume()
      return
    }
    // Backpressure: a client that doesn't read its answers isn't read either.
    if (!this.#socket.write(text, encoding)) this.#socket.pause()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }
}

/** The answer with `Connection: close` in its head. */
function closing(text: string): string {
  const headEnd = text.indexOf('\r\n\r\n')
  const head = text.slice(0, headEnd).replace(/\r\n(?:connection|keep-alive):[^\r]*/gi, '')
  return `${head}\r\nconnection: close${text.slice(headEnd)}`
}
