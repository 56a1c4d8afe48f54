import { EventEmitter } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES, validateHeaderValue } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '#http/server/app.ts'
import { httpDate } from '#protocol/http/date.ts'
import { type Answer, openHttpFastPath } from '#protocol/http/fast-path.ts'
import type { PlainRequest } from '#protocol/http/plain-request.ts'
import { toError } from '#values/error.ts'
import type { EarlyShedding } from './early-shedding.ts'

/**
 * HTTP fast path: passes plain requests of programs (a POST in one piece) around Node's HTTP server. The same routes,
 * hooks and refusals of `app` answer them, through objects with just the part of Node's interface that Fastify needs
 * for a complete request and a complete answer. Requests that are shed by their head alone get none of it. Everything
 * else goes through Node.
 */
export function answerPlainRequests(app: App, { graceMs, shedding }: { graceMs: number; shedding: EarlyShedding }): void {
  const keepAlive = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(app.server.keepAliveTimeout / 1000)}\r\n`
  const end = openHttpFastPath(
    app.server,
    (request, socket, answer, waitedMs) => {
      if (request.method !== 'POST') return false
      const outgoing = new FastPathResponse(socket, keepAlive, answer)
      const shed = shedding.answerTo(request, waitedMs)
      if (shed) {
        outgoing.isShed = true
        outgoing.writeHead(shed.status, shed.headers)
        outgoing.end(shed.body)
      } else app.routing(new FastPathRequest(request, socket) as unknown as IncomingMessage, outgoing as unknown as ServerResponse)
      return true
    },
    { graceMs },
  )
  app.addHook('preClose', async () => end())
}

/** A request with its complete body. */
class FastPathRequest extends EventEmitter {
  readonly httpVersion = '1.1'
  readonly httpVersionMajor = 1
  readonly httpVersionMinor = 1
  readonly complete = true
  readonly aborted = false
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly socket: Socket
  #body: Buffer | null

  constructor({ method, url, headers, body }: PlainRequest, socket: Socket) {
    super()
    this.method = method
    this.url = url
    this.headers = headers
    this.socket = socket
    this.#body = body
  }

  /** Emits the body to its listeners, once. */
  resume(): void {
    const body = this.#body
    if (body === null) return
    this.#body = null
    this.emit('data', body)
    this.emit('end')
  }
}

/** An answer that is sent as a whole. */
class FastPathResponse extends EventEmitter {
  statusCode = 200
  headersSent = false
  writableEnded = false
  isShed = false
  readonly #socket: Socket
  readonly #keepAlive: string
  readonly #answer: Answer
  #headers: OutgoingHttpHeaders = {}

  constructor(socket: Socket, keepAlive: string, answer: Answer) {
    super()
    this.#socket = socket
    this.#keepAlive = keepAlive
    this.#answer = answer
  }

  get destroyed(): boolean {
    return this.#socket.destroyed
  }
  setHeader(name: string, value: string): void {
    this.#headers[name.toLowerCase()] = value
  }
  getHeader(name: string) {
    return this.#headers[name.toLowerCase()]
  }
  getHeaders(): OutgoingHttpHeaders {
    return this.#headers
  }
  hasHeader(name: string): boolean {
    return Object.hasOwn(this.#headers, name.toLowerCase())
  }
  removeHeader(name: string): void {
    delete this.#headers[name.toLowerCase()]
  }

  writeHead(status: number, headers: OutgoingHttpHeaders = {}): void {
    this.statusCode = status
    for (const name in headers) this.#headers[name] = headers[name]
    this.headersSent = true
  }

  end(payload: string | Buffer | null): void {
    if (this.writableEnded) return
    this.writableEnded = true
    const then = this.#headers.connection === 'close' ? 'last' : this.isShed ? 'shed' : undefined
    try {
      const head = this.#head()
      if (Buffer.isBuffer(payload)) this.#answer(head + payload.toString('latin1'), 'latin1', then)
      else this.#answer(head + (payload ?? ''), 'utf8', then)
    } catch (error) {
      // An invalid header: without an answer the connection can't be used further.
      this.#socket.destroy(toError(error))
    }
    this.emit('finish')
  }

  #head(): string {
    let head = `HTTP/1.1 ${this.statusCode} ${STATUS_CODES[this.statusCode] ?? ''}\r\n`
    for (const name in this.#headers) {
      const value = String(this.#headers[name])
      validateHeaderValue(name, value)
      head += `${name}: ${value}\r\n`
    }
    return `${head}date: ${httpDate(new Date())}\r\n${this.#headers.connection === undefined ? this.#keepAlive : ''}\r\n`
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
