import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { portOrThrow } from '#values/or-throw.ts'
import { openPool } from './connect.ts'
import { isUnavailable } from './unavailable.ts'

const url = process.env.TEST_DATABASE_URL!

/**
 * A proxy in front of the server. While it holds, connections are accepted and nothing passes, as with a frozen server.
 */
async function startWire() {
  const { host, port, database } = new pg.Client({ connectionString: url })
  const sockets = new Set<Socket>()
  let isHeld = false
  const server = createServer(socket => {
    const up = host.startsWith('/') ? connect(path.join(host, `.s.PGSQL.${port}`)) : connect(port, host)
    const ways: [Socket, Socket][] = [
      [socket, up],
      [up, socket],
    ]
    for (const [from, to] of ways) {
      sockets.add(from)
      from.on('error', () => undefined).on('close', () => to.destroy())
      from.pipe(to)
      if (isHeld) from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgresql://hongyan@127.0.0.1:${portOrThrow(server)}/${database}`,
    hold: () => {
      isHeld = true
      for (const socket of sockets) socket.pause()
    },
    letGo: () => {
      isHeld = false
      for (const socket of sockets) socket.resume()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** The error, or null after the connection was returned. */
const problemOf = (asked: Promise<pg.PoolClient>) =>
  asked.then(
    client => client.release() ?? null,
    (error: unknown) => error,
  )

test('while the database is silent, all waiting and new callers fail at once, until it answers', async () => {
  const wire = await startWire()
  const pool = openPool({ url: wire.url, role: 'hongyan_app', max: 2 })
  const held = await pool.connect()
  wire.hold()
  const problems = await Promise.all(Array.from({ length: 20 }, () => problemOf(pool.connect())))
  expect(problems.every(isUnavailable)).toBe(true)
  const late = Array.from({ length: 100 }, () => problemOf(pool.connect()))
  const outcome = await Promise.race([Promise.all(late), new Promise(resolve => setImmediate(resolve))])
  expect(outcome).toHaveLength(100)
  expect((outcome as unknown[]).every(isUnavailable)).toBe(true)
  wire.letGo()
  held.release()
  await expect.poll(() => problemOf(pool.connect())).toBeNull()
  await pool.end()
  wire.close()
})

test('at a busy pool every caller waits for a connection, also after one has timed out', async () => {
  const pool = openPool({ url, role: 'hongyan_app', max: 1 })
  const held = await pool.connect()
  await expect(pool.connect()).rejects.toThrow(/timeout/)
  const connecting = pool.connect()
  const isSettled = await Promise.race([connecting.then(() => true), new Promise(resolve => setTimeout(resolve, 4_000, false))])
  expect(isSettled).toBe(false)
  held.release()
  ;(await connecting).release()
  await pool.end()
})
