import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isHttps } from './sessions.ts'

/** A page of the console as links in messages have it: at its public name, else where this request came to. */
export const consoleUrl = (request: FastifyRequest, publicUrl: string | undefined, path: string): string =>
  new URL(path, publicUrl ?? `${isHttps(request) ? 'https' : 'http'}://${request.headers.host}`).href

/** Where this request came in on this machine, for what runs beside us. */
export function ownUrl({ raw: { socket } }: FastifyRequest): string {
  const address = socket.localAddress ?? '127.0.0.1'
  return `http://${isIPv6(address) ? `[${address}]` : address}:${socket.localPort}`
}
