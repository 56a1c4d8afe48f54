import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type PlainRequest, readPlainRequest } from './plain-request.ts'

/** Sends the whole answer to a request, head and all. */
export type Answer = (text: string, encoding: 'latin1' | 'utf8') => void

/** Answers a request now or later, once; false: it is Node's to answer. */
export type Take = (request: PlainRequest, socket: Socket, answer: Answer) => boolean

/**
 * Reads a server's connections before Node does: as long as each piece that comes is one plain request which `take` takes, its answer goes out in one write; with
 * the first that is not, the connection goes to Node's HTTP server for good. Plain requests need none of Node's request and response objects, which cost more than
 * a redirect, and as much as a fifth of sending a message (bench/redirect.ts, bench/engine.ts). Gives a way to end the connections that Node doesn't know of:
 * idle ones at once, the others with their answer.
 */
export function openQuickDoor(server: Server, take: Take): () => void {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  const open = new Set<QuickConnection>()
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const connection = new QuickConnection(socket, take, {
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
  })
  return () => {
    for (const connection of open) connection.end()
  }
}

interface Place {
  /** How long it may say nothing before its first request, and how long behind each. */
  firstMs: number
  idleMs: number
  /** Is told when it has closed (null), or with the bytes that are for Node to read. */
  leave: (bytes: Buffer | null) => void
}

class QuickConnection {
  readonly #socket: Socket
  readonly #take: Take
  readonly #place: Place
  #isNew = true
  /** A request waits for its answer. */
  #isBusy = false
  #isEnding = false
  /** What came meanwhile; no more is read until it has its turn. */
  #next: Buffer | null = null

  constructor(socket: Socket, take: Take, place: Place) {
    this.#socket = socket
    this.#take = take
    this.#place = place
    socket.setTimeout(place.firstMs)
    for (const [name, listener] of Object.entries(this.#listeners)) socket.on(name, listener)
  }

  /** Ends it now, or with the answer that is awaited. */
  end(): void {
    this.#isEnding = true
    if (!this.#isBusy) this.#socket.destroy()
  }

  readonly #listeners = {
    data: (bytes: Buffer) => this.#read(bytes),
    drain: () => this.#socket.resume(),
    end: () => {
      if (this.#isBusy) this.#isEnding = true
      else this.#socket.end()
    },
    timeout: () => {
      if (!this.#isBusy) this.#socket.destroy()
    },
    // Who went away is nobody's trouble; 'close' follows.
    error: () => undefined,
    close: () => this.#place.leave(null),
  }

  #read(bytes: Buffer): void {
    if (this.#isBusy) {
      this.#next = bytes
      this.#socket.pause()
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

  readonly #answer: Answer = (text, encoding) => {
    this.#isBusy = false
    if (this.#socket.destroyed) return
    if (this.#isEnding) {
      this.#socket.end(text, encoding)
      return
    }
    // Who doesn't read the answers is not read either.
    if (!this.#socket.write(text, encoding)) this.#socket.pause()
    else if (this.#next) this.#socket.resume()
    const next = this.#next
    this.#next = null
    if (next) this.#read(next)
  }
}
