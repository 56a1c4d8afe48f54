import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { Files } from '#domain/platform/files.ts'
import { createOpenApp } from '#http/open/app.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createProgram, openSecret, type Program } from '#test/support/open.ts'
import { type App, createApp } from './app.ts'

let database: TestDatabase
let program: Program
beforeAll(async () => {
  database = await createTestDatabase()
  program = await createProgram(database.db, { now: new Date() })
})
afterAll(() => database?.close())

const answered = Promise.withResolvers<void>()
/** Pages of browsers and calls of programs, by Node's own parser and by the fast path. */
const servers: Record<string, { create: () => Promise<App>; request: () => string; status: number }> = {
  'the console': {
    create: async () => {
      const app = await createApp({ forBrowsers: true })
      app.get('/slow', async () => {
        await answered.promise
        return 'done'
      })
      return app
    },
    request: () => 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n',
    status: 200,
  },
  'the open API': {
    create: () => createOpenApp({ db: database.db, secret: openSecret, now: () => new Date(), files: new Files('/dev/null/files') }),
    request: () => {
      const fields = `Host: x\r\nAuthorization: ${program.bearer}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`
      return `POST /openapi/v1/messages HTTP/1.1\r\n${fields}`
    },
    status: 422,
  },
}

test.each(Object.entries(servers))('%s answers all requests before the shutdown, and then closes the connections', async (_, one) => {
  const app = await one.create()
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const sockets = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }),
  )
  await expect.poll(() => promisify(app.server.getConnections.bind(app.server))()).toBe(sockets.length)
  // A silent connection delays nobody.
  const [silent, ...asking] = sockets
  assert.exists(silent)
  const silentEnd = once(silent.resume(), 'close')
  const answers = asking.map(async socket => {
    let text = ''
    socket.on('data', bytes => {
      text += bytes.toString('latin1')
    })
    await once(socket, 'close')
    return text
  })
  for (const socket of asking) socket.write(one.request())
  const closed = app.close()
  answered.resolve()
  for (const text of await Promise.all(answers)) {
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${one.status} `))
    expect(text.toLowerCase()).toContain('\r\nconnection: close\r\n')
  }
  await Promise.all([closed, silentEnd])
  const late = connect(port, '127.0.0.1')
  expect((await once(late, 'error'))[0]).toMatchObject({ code: 'ECONNREFUSED' })
})
