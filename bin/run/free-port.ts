import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that Linux gives to outgoing connections (32768 and up), which may take a free one at any time. */
const [firstPort, endPort] = [20_000, 32_768]

const chosen = new Set<number>()

/** A port of this machine that nobody listens on now; another one at each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, endPort)
    if (chosen.has(port)) continue
    chosen.add(port)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(() => true, isTaken)
    if (!isFree) continue
    await once(server.close(), 'close')
    return port
  }
}

function isTaken(error: NodeJS.ErrnoException): false {
  if (error.code === 'EADDRINUSE') return false
  throw error
}
