import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** What tells who asks; Node's own request has it too. */
export type Sender = Pick<IncomingMessage, 'method' | 'headers'> & { socket: Pick<Socket, 'remoteAddress'> }
export type Head = Sender & { url: string }

/** Gives the whole answer to what can be answered at once, else null. */
export type QuickAnswer = (head: Head) => string | null

const mostBytes = 8 * 1024
/** A GET with at least one field, all of them one line of RFC 9110's tokens and printable values, and nothing behind. */
const wholeGet = /^GET \/[\x21-\x7e]* HTTP\/1\.1\r\n(?:[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/
const methodLength = 'GET '.length
const versionLength = ' HTTP/1.1\r\n'.length
/** What makes a request more than a line and its fields. */
const special = new Set(['content-length', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer'])

/**
 * The request of bytes that are one whole GET without a body and nothing else; null for anything that is less, more or other than that. It never decides that
 * something is wrong: what it gives up is read by Node's own parser.
 */
export function readHead(bytes: Buffer, socket: Sender['socket']): Head | null {
  if (bytes.length > mostBytes) return null
  const text = bytes.toString('latin1')
  if (!wholeGet.test(text)) return null
  const headers: Record<string, string> = {}
  const lineEnd = text.indexOf('\r\n')
  for (let at = lineEnd + 2; at < text.length - 2; ) {
    const colon = text.indexOf(':', at)
    const end = text.indexOf('\r\n', colon)
    const name = text.slice(at, colon).toLowerCase()
    if (special.has(name) || name in headers) return null
    headers[name] = text.slice(colon + 1, end).trim()
    at = end + 2
  }
  const { host, connection } = headers
  if (host === undefined || (connection !== undefined && connection.toLowerCase() !== 'keep-alive')) return null
  return { method: 'GET', url: text.slice(methodLength, lineEnd + 2 - versionLength), headers, socket }
}

/**
 * Reads a server's connections before Node does: as long as each piece that comes is one plain request which `answer` knows the answer to, it goes out in one
 * write; with the first that is not, the connection goes to Node's HTTP server for good. Most redirects are this plain, and need no request and no response object,
 * which cost more than all that is ours to do (bench/redirect.ts). Gives a way to end the connections that Node doesn't know of.
 */
export function openQuickDoor(server: Server, answer: QuickAnswer): () => void {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  const open = new Set<Socket>()
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    const leave = () => {
      open.delete(socket)
      socket.setTimeout(0)
      for (const [name, listener] of Object.entries(own)) socket.off(name, listener)
    }
    const own = {
      data: (bytes: Buffer) => {
        const head = readHead(bytes, socket)
        const text = head && answer(head)
        if (text) {
          // Who doesn't read the answers is not read either.
          if (!socket.write(text, 'latin1')) socket.pause()
          return
        }
        leave()
        socket.pause()
        socket.unshift(bytes)
        for (const listener of listeners) listener.call(server, socket)
        socket.resume()
      },
      drain: () => socket.resume(),
      end: () => socket.end(),
      timeout: () => socket.destroy(),
      // A visitor who went away is nobody's trouble; 'close' follows.
      error: () => undefined,
      close: () => open.delete(socket),
    }
    socket.setTimeout(server.keepAliveTimeout)
    for (const [name, listener] of Object.entries(own)) socket.on(name, listener)
  })
  return () => {
    for (const socket of open) socket.destroy()
  }
}
