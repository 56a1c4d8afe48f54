import { isIPv6 } from 'node:net'
import os from 'node:os'
import type { FastifyRequest } from 'fastify'
import { isHttps } from './sessions.ts'

/**
 * A page of the console as links in messages have it: at its public name, else where this request came to. Whoever makes the
 * request writes its Host: one that is no name of this machine would lead the reader of a message elsewhere.
 */
export function consoleUrl(request: FastifyRequest, publicUrl: string | undefined, path: string): string {
  const asked = URL.parse(`${isHttps(request) ? 'https' : 'http'}://${request.headers.host}`)
  return new URL(path, publicUrl ?? (asked && isOwnName(asked.hostname) ? asked : ownUrl(request))).href
}

const isOwnName = (name: string): boolean =>
  /^(?:localhost|127\.[\d.]+)$/.test(name) ||
  name === os.hostname().toLowerCase() ||
  Object.values(os.networkInterfaces()).some(addresses => addresses?.some(({ address }) => name === address || name === `[${address}]`))

/** Where this request came in on this machine, for what runs beside us. */
export function ownUrl({ raw: { socket } }: FastifyRequest): string {
  const address = socket.localAddress ?? '127.0.0.1'
  return `http://${isIPv6(address) ? `[${address}]` : address}:${socket.localPort}`
}
