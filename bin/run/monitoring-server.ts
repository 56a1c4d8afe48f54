import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { registry } from '#metrics/registry.ts'
import { toError } from '#values/error.ts'
import { portOrThrow } from '#values/or-throw.ts'

/** A condition for being sent work: null when it holds, else what is wrong, in a few words. */
export type ReadinessCheck = () => string | null | Promise<string | null>

/**
 * What monitoring asks of a program, on a port of its own: `/healthz` (it runs), `/readyz` (it may be sent work; 503
 * with the reasons), `/metrics` (Prometheus' text format).
 */
export class MonitoringServer {
  readonly #server: Server
  #checks: Readonly<Record<string, ReadinessCheck>> = { state: () => 'starting' }

  constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request.url ?? '', response).catch(error => send(response, 500, `${toError(error).message}\n`))
    })
  }

  /** Resolves with its port. It keeps no process alive. */
  async listen(host: string, port: number): Promise<number> {
    this.#server.listen(port, host)
    await once(this.#server, 'listening')
    this.#server.unref()
    return portOrThrow(this.#server)
  }

  /** The program may be sent work as long as these hold. */
  start(checks: Readonly<Record<string, ReadinessCheck>>): void {
    this.#checks = { state: () => null, ...checks }
  }

  /** The program is about to end. */
  drain(): void {
    this.#checks = { state: () => 'draining' }
  }

  /** Ends it; the end of its program does that too. */
  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #answer(url: string, response: ServerResponse): Promise<void> {
    if (url === '/healthz') send(response, 200, 'ok\n')
    else if (url === '/metrics') send(response, 200, await registry.metrics(), registry.contentType)
    else if (url === '/readyz') {
      const checked = await Promise.all(Object.entries(this.#checks).map(async ([name, check]) => ({ name, problem: await check() })))
      const isReady = checked.every(({ problem }) => problem === null)
      send(response, isReady ? 200 : 503, checked.map(({ name, problem }) => `${name}: ${problem ?? 'ok'}\n`).join(''))
    } else send(response, 404, 'not found\n')
  }
}

function send(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
}
