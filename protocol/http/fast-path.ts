import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { readPending } from './drain.ts'
import { type PlainRequest, readPlainRequest } from './plain-request.ts'

/** Sends the whole answer to a request, head and all. The connection ends behind the last one, and nothing more of it is read. */
export type Answer = (text: string, encoding: 'latin1' | 'utf8', isLast?: boolean) => void

/** Answers a request now or later, once; false: it is Node's to answer. */
export type Take = (request: PlainRequest, socket: Socket, answer: Answer) => boolean

/**
 * Reads a server's connections before Node does: as long as each piece that comes is one plain request which `take` takes, its answer goes out in one write; with
 * the first that is not, the connection goes to Node's HTTP server for good. Plain requests need none of Node's request and response objects, which cost more than
 * a redirect, and as much as a fifth of sending a message (bench/redirect.ts, bench/engine.ts). Gives a way to end the connections that Node doesn't know of:
 * each with its next answer, and those that ask for nothing within the grace, which is for requests that have come and are not read yet.
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
  // An answer that never comes would hold its connection for ever.
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
  /** How long a connection may still bring a request when the door is closed. */
  graceMs: number
  /** An answer that takes longer, up to twice as long, ends its connection. */
  longestBusyMs?: number
}

interface Place {
  /** How long it may say nothing before its first request, and how long behind each. */
  firstMs: number
  idleMs: number
  /** Is told when it has closed (null), or with the bytes that are for Node to read. */
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
  /** It has been sent: what else comes is not read. */
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

  /** Ends it with its next answer. */
  end(): void {
    this.#isEnding = true
  }

  endIfIdle(): void {
    if (!this.#isBusy) this.#socket.destroySoon()
  }

  /** Ends it where one request has been answered neither at the last sweep nor now. */
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
    // Who went away is nobody's trouble; 'close' follows.
    error: () => undefined,
    close: () => this.#place.leave(null),
  }

  #read(bytes: Buffer): void {
    if (this.#isOver) return
    if (this.#isBusy) {
      // Has its turn later. Taken out of the stream it would let the end of the stream pass it.
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
      // Bytes that nobody read would make the end a reset, which takes the answer with it.
      this.#socket.resume()
      return
    }
    // Who doesn't read the answers is not read either.
    if (!this.#socket.write(text, encoding)) this.#socket.pause()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }
}

/** An answer whose head says that the connection ends behind it. */
function closing(text: string): string {
  const headEnd = text.indexOf('\r\n\r\n')
  const head = text.slice(0, headEnd).replace(/\r\n(?:connection|keep-alive):[^\r]*/gi, '')
  return `${head}\r\nconnection: close${text.slice(headEnd)}`
}
