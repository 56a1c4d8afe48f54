import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { readPending } from './drain.ts'
import { LaterReads } from './later-reads.ts'
import { type PlainRequest, readPlainRequest } from './plain-request.ts'

/**
 * Sends the whole answer to a request, including its head. After the `last` one the connection ends, and nothing more
 * is read; after one that is `shed` the connection is read behind all others for some seconds (later-reads.ts).
 */
export type Answer = (text: string, encoding: 'latin1' | 'utf8', then?: 'last' | 'shed') => void

/**
 * Handles a request and answers it once, now or later; false: Node answers it. `waitedMs`: it may have waited so long
 * for its connection's turn to be read.
 */
export type Take = (request: PlainRequest, socket: Socket, answer: Answer, waitedMs: number) => boolean

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
  const laterReads = new LaterReads()
  let isEnding = false
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const connection = new FastPathConnection(socket, take, {
      firstMs: server.headersTimeout,
      idleMs: server.keepAliveTimeout,
      laterReads,
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
    laterReads.end()
    for (const connection of open) connection.end()
    setTimeout(async () => {
      await readPending(server)
      for (const connection of open) connection.endIfIdle()
    }, graceMs)
  }
}

/** How long after a request that was shed a connection belongs to a flood. */
const floodMs = 5_000
/** What is read so soon after a connection's turn came was there before. */
const justReadMs = 50

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
  laterReads: LaterReads
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
  /** It waits for its turn to be read. */
  #isReadLater = false
  /** Begin and end of the last such wait. */
  #paused = { fromMs: 0, untilMs: 0 }
  /** When a request of it was last shed; 0: never. */
  #shedAtMs = 0
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
    drain: () => {
      if (!this.#isReadLater) this.#socket.resume()
    },
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
    if (request && this.#take(request, this.#socket, this.#answer, this.#waitedMs())) return
    this.#isBusy = false
    this.#socket.setTimeout(0)
    for (const [name, listener] of Object.entries(this.#listeners)) this.#socket.off(name, listener)
    this.#place.leave(bytes)
  }

  readonly #answer: Answer = (text, encoding, then) => {
    this.#isBusy = false
    this.#sweepCount = 0
    if (this.#socket.destroyed) return
    if (this.#isEnding || then === 'last') {
      this.#isOver = true
      this.#socket.end(closing(text), encoding)
      // Unread bytes would turn the end into a reset, which loses the answer.
      this.#socket.resume()
      return
    }
    // Backpressure: a client that doesn't read its answers isn't read either.
    const isSent = this.#socket.write(text, encoding)
    if (then === 'shed') this.#shedAtMs = performance.now()
    if (this.#shedAtMs > 0 && performance.now() < this.#shedAtMs + floodMs) this.#readLater()
    else if (!isSent) this.#socket.pause()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  /** How long the request that is read now may have waited for the connection's turn. */
  #waitedMs(): number {
    const { fromMs, untilMs } = this.#paused
    return performance.now() < untilMs + justReadMs ? untilMs - fromMs : 0
  }

  #readLater(): void {
    this.#socket.pause()
    this.#isReadLater = true
    const fromMs = performance.now()
    this.#place.laterReads.add(() => {
      this.#isReadLater = false
      this.#paused = { fromMs, untilMs: performance.now() }
      // Else it is read when the client has read its answers.
      if (!this.#socket.writableNeedDrain) this.#socket.resume()
    })
  }
}

/** The answer with `Connection: close` in its head. */
function closing(text: string): string {
  const headEnd = text.indexOf('\r\n\r\n')
  const head = text.slice(0, headEnd).replace(/\r\n(?:connection|keep-alive):[^\r]*/gi, '')
  return `${head}\r\nconnection: close${text.slice(headEnd)}`
}
