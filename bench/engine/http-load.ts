import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface HttpLoad {
  port: number
  /** The bytes of the request with this number. */
  requestOf: (index: number) => string
  count: number
  connections: number
  /** How the answer to an accepted request begins. */
  accepted: string
}

/**
 * Sends requests over persistent connections, in sequence on each, and returns the total time and how long each took.
 * Throws on the first that is not accepted.
 */
export async function runHttpLoad(load: HttpLoad): Promise<{ seconds: number; durationsMs: number[] }> {
  const sockets = await openConnections(load)
  let next = 0
  const startedAtMs = performance.now()
  const durationsMs: number[] = []
  const work = async (socket: Socket) => {
    while (next < load.count) {
      const askedAtMs = performance.now()
      await exchange(socket, load.requestOf(next++), load.accepted)
      durationsMs.push(performance.now() - askedAtMs)
    }
  }
  await Promise.all(sockets.map(work))
  const seconds = (performance.now() - startedAtMs) / 1000
  for (const socket of sockets) socket.destroy()
  return { seconds, durationsMs }
}

/**
 * Kannel accepts ten at a time: the others would seem connected, and their first request would be resent for minutes.
 */
const connectedAtOnce = 5
const acceptedWithinMs = 5

async function openConnections({ port, connections }: HttpLoad): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < connections) {
    const some = Array.from({ length: Math.min(connectedAtOnce, connections - sockets.length) }, () =>
      connect({ port, host: '127.0.0.1', noDelay: true }),
    )
    await Promise.all(some.map(socket => once(socket, 'connect')))
    if (connections > connectedAtOnce) await pause(acceptedWithinMs)
    sockets.push(...some)
  }
  return sockets
}

/** Writes a request and reads its answer to the end by its Content-Length. */
function exchange(socket: Socket, request: string, accepted: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const end = (error?: Error) => {
      socket.off('data', read).off('error', end).off('close', closed)
      if (error) reject(error)
      else resolve()
    }
    const closed = () => end(new Error('the connection was closed'))
    const read = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const headEnd = text.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = /content-length: *(\d+)/i.exec(text)
      if (!length) return end(new Error(`an answer without length: ${text.slice(0, 200)}`))
      if (text.length < headEnd + 4 + Number(length[1])) return
      end(text.startsWith(accepted) ? undefined : new Error(`not accepted: ${text.slice(0, 400)}`))
    }
    socket.on('data', read).on('error', end).on('close', closed)
    socket.write(request)
  })
}
