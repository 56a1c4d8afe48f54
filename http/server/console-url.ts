import { isIPv6 } from 'node:net'
import os from 'node:os'
import type { FastifyRequest } from 'fastify'
import { isHttps } from './sessions.ts'

/**
 * Address of a console page for links in messages: the public one, else the one of this request. The client chooses the
 * Host header: a name that is not of this machine would lead the reader of a message elsewhere (host header injection).
 */
export function consoleUrl(request: FastifyRequest, publicUrl: string | undefined, path: string): string {
  const asked = URL.parse(`${isHttps(request) ? 'https' : 'http'}://${request.headers.host}`)
  return new URL(path, publicUrl ?? (asked && isOwnName(asked.hostname) ? asked : ownUrl(request))).href
}

const isOwnName = (name: string): boolean =>
  /^(?:localhost|127\.[\d.]+)$/.test(name) ||
  name === os.hostname().toLowerCase() ||
  Object.values(os.networkInterfaces()).some(addresses => addresses?.some(({ address }) => name === address || name === `[${address}]`))

/** The local address of this request, for programs on the same machine. */
export function ownUrl({ raw: { socket } }: FastifyRequest): string {
  const address = socket.localAddress ?? '127.0.0.1'
  return `http://${isIPv6(address) ? `[${address}]` : address}:${socket.localPort}`
}
