import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { portOrThrow } from '#values/or-throw.ts'
import { openHttpFastPath } from './fast-path.ts'
import { readPlainRequest } from './plain-request.ts'

const plain = 'GET /abc1234?x=1 HTTP/1.1\r\nHost: hy.cn\r\nUser-Agent: Phone \r\nCookie: v=1\r\n\r\n'
const post = 'POST /send HTTP/1.1\r\nHost: hy.cn\r\nContent-Length: 2\r\n\r\n{}'
const read = (text: string) => readPlainRequest(Buffer.from(text, 'latin1'))

let server: Server
let end: () => void
let quickCount: number
let slowUrls: string[]
let late: (() => void)[]
/** Ends requests that are never answered. */
const longestBusyMs = 500
beforeEach(async () => {
  quickCount = 0
  slowUrls = []
  late = []
  server = createServer((request, response) => {
    slowUrls.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => response.end('slow'))
  })
  end = openHttpFastPath(
    server,
    ({ url }, _socket, answer) => {
      if (!/^\/(abc|late|shed)/.test(url)) return false
      quickCount += 1
      const then = url.startsWith('/late-last') ? 'last' : url.startsWith('/shed') ? 'shed' : undefined
      const say = () => answer('HTTP/1.1 302 Found\r\nlocation: https://a.cn/\r\ncontent-length: 0\r\n\r\n', 'latin1', then)
      if (url.startsWith('/late')) late.push(say)
      else say()
      return true
    },
    { graceMs: 500, longestBusyMs },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  const closed = new Promise(resolve => server.close(resolve))
  server.closeAllConnections()
  end()
  await closed
})

const countConnections = (of: Server) => promisify(of.getConnections.bind(of))()

const open = async () => {
  const socket = connect(portOrThrow(server), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}
async function say(socket: Socket, ...pieces: string[]): Promise<string> {
  let said = ''
  const hear = (bytes: Buffer) => {
    said += bytes.toString('latin1')
  }
  socket.on('data', hear)
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    await pause(20)
  }
  while (!said.includes('\r\n\r\n')) await pause(5)
  socket.off('data', hear)
  return said.split('\r\n')[0]!
}

test('a plain request is read with its fields', () => {
  expect(read(plain)).toEqual({
    method: 'GET',
    url: '/abc1234?x=1',
    headers: { host: 'hy.cn', 'user-agent': 'Phone', cookie: 'v=1' },
    body: Buffer.alloc(0),
  })
  expect(read(post)).toEqual({ method: 'POST', url: '/send', headers: { host: 'hy.cn', 'content-length': '2' }, body: Buffer.from('{}') })
})

test.each([
  ['another method', plain.replace('GET', 'HEAD')],
  ['version 1.0', plain.replace('1.1', '1.0')],
  ['a whole address', plain.replace('/abc', 'http://hy.cn/abc')],
  ['no host', plain.replace('Host: hy.cn\r\n', '')],
  ['two hosts', plain.replace('Host', 'Host: a.cn\r\nhost')],
  ['a GET with a body', plain.replace('Cookie: v=1', 'Content-Length: 3')],
  ['chunks', plain.replace('Cookie: v=1', 'Transfer-Encoding: chunked')],
  ['another protocol', plain.replace('Cookie: v=1', 'Connection: Upgrade')],
  ['a close', plain.replace('Cookie: v=1', 'Connection: close')],
  ['a folded line', plain.replace('v=1', 'v=1\r\n more')],
  ['a bare line feed', plain.replace('v=1', 'v=1\nContent-Length: 3')],
  ['a space before the colon', plain.replace('Cookie:', 'Cookie :')],
  ['a control character', plain.replace('v=1', 'v=\u0001')],
  ['other letters than ASCII', plain.replace('v=1', 'v=\u00e9')],
  ['a POST without length', post.replace('Content-Length', 'X-Length')],
  ['a length that is none', post.replace(': 2', ': +2')],
  ['half a body', post.slice(0, -1)],
  ['more than the body', `${post}x`],
  ['two requests', plain + plain],
  ['a half', plain.slice(0, -2)],
  ['bytes after it', `${plain}x`],
  ['too much', plain.replace('v=1', 'v'.repeat(9_000))],
])('is left to Node: %s', (_, text) => expect(read(text)).toBeNull())

test('the fast path reads exactly what was sent, whatever the fields', () => {
  const name = fc.stringMatching(/^x-[a-z]{1,8}$/)
  const value = fc.stringMatching(/^[\x21-\x7e]([\x20-\x7e]{0,20}[\x21-\x7e])?$/)
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 6 }), fields => {
      const lines = Object.entries({ host: 'hy.cn', ...fields }).map(([key, text]) => `${key}: ${text}\r\n`)
      expect(read(`GET / HTTP/1.1\r\n${lines.join('')}\r\n`)?.headers).toEqual({ host: 'hy.cn', ...fields })
    }),
  )
})

test('a connection stays on the fast path until another kind of request comes, then goes to Node for good', async () => {
  const socket = await open()
  for (let time = 0; time < 3; time += 1) expect(await say(socket, plain)).toBe('HTTP/1.1 302 Found')
  expect(await say(socket, plain.replace('/abc1234', '/else'))).toBe('HTTP/1.1 200 OK')
  expect(await say(socket, plain)).toBe('HTTP/1.1 200 OK')
  expect(quickCount).toBe(3)
  expect(slowUrls).toEqual(['GET /else?x=1', 'GET /abc1234?x=1'])
  socket.destroy()
})

test('a request in pieces, two at once and one with a body reach Node whole', async () => {
  const inPieces = await open()
  expect(await say(inPieces, plain.slice(0, 30), plain.slice(30))).toBe('HTTP/1.1 200 OK')
  const atOnce = await open()
  await say(atOnce, plain + plain)
  const withBody = await open()
  expect(await say(withBody, 'POST /form HTTP/1.1\r\nHost: hy.cn\r\nContent-Length: 5\r\n\r\nab', 'cde')).toBe('HTTP/1.1 200 OK')
  await expect
    .poll(() => [...slowUrls].sort(), { timeout: 20_000 })
    .toEqual(['GET /abc1234?x=1', 'GET /abc1234?x=1', 'GET /abc1234?x=1', 'POST /form'])
  for (const socket of [inPieces, atOnce, withBody]) socket.destroy()
})

test('a request that arrives during another is handled after it', async () => {
  const socket = await open()
  let said = ''
  socket.on('data', bytes => {
    said += bytes.toString('latin1')
  })
  socket.write(plain.replace('/abc1234', '/late'))
  await expect.poll(() => late.length).toBe(1)
  socket.write(plain)
  await pause(20)
  expect(said).toBe('')
  late[0]!()
  const statuses = () => said.match(/HTTP\/1.1 \d+/g)
  await expect.poll(statuses).toEqual(['HTTP/1.1 302', 'HTTP/1.1 302'])
  expect(quickCount).toBe(2)
  socket.write(plain.replace('/abc1234', '/else'))
  await expect.poll(statuses).toEqual(['HTTP/1.1 302', 'HTTP/1.1 302', 'HTTP/1.1 200'])
  socket.destroy()
})

test('shutdown answers waiting requests and closes idle connections', async () => {
  const [idle, waiting] = [await open(), await open()]
  const gone = [once(idle.resume(), 'close'), once(waiting, 'close')]
  const answered = say(waiting, plain.replace('/abc1234', '/late'))
  await expect.poll(() => late.length).toBe(1)
  end()
  await gone[0]
  late[0]!()
  expect(await answered).toBe('HTTP/1.1 302 Found')
  await gone[1]
})

test('a request that is unread at shutdown is answered, as the last of its connection', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, open))
  const answers = sockets.map(async socket => {
    let text = ''
    socket.on('data', bytes => {
      text += bytes.toString('latin1')
    })
    await once(socket, 'close')
    return text
  })
  await expect.poll(() => countConnections(server)).toBe(sockets.length)
  for (const socket of sockets) socket.write(plain)
  end()
  for (const text of await Promise.all(answers)) expect(text).toContain('\r\nconnection: close\r\n')
})

test('connections whose request was shed are read again, however many', async () => {
  const sockets = await Promise.all(Array.from({ length: 100 }, open))
  const shed = plain.replace('/abc1234', '/shed')
  for (let time = 0; time < 2; time += 1)
    expect(new Set(await Promise.all(sockets.map(socket => say(socket, shed))))).toEqual(new Set(['HTTP/1.1 302 Found']))
  expect(quickCount).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('a request behind an answer that says close is not handled', async () => {
  const socket = await open()
  socket.write(plain.replace('/abc1234', '/late-last'))
  await expect.poll(() => late.length).toBe(1)
  socket.write(plain)
  await pause(20)
  late[0]!()
  await once(socket.resume(), 'close')
  expect(quickCount).toBe(1)
})

test("a request that is never answered doesn't keep its connection open", async () => {
  const socket = await open()
  socket.write(plain.replace('/abc1234', '/late'))
  await once(socket.resume(), 'close')
  expect(late).toHaveLength(1)
})

test('a silent new connection is closed sooner than an idle one that had requests', async () => {
  server.headersTimeout = 2_000
  server.keepAliveTimeout = 60_000
  const known = await open()
  expect(await say(known, plain)).toBe('HTTP/1.1 302 Found')
  const silent = await open()
  await once(silent.resume(), 'close')
  expect(await say(known, plain)).toBe('HTTP/1.1 302 Found')
  known.destroy()
})

test('an answer to a closed connection is ignored', async () => {
  const socket = await open()
  socket.write(plain.replace('/abc1234', '/late'))
  await expect.poll(() => late.length).toBe(1)
  socket.resetAndDestroy()
  await pause(20)
  late[0]!()
  expect(await say(await open(), plain)).toBe('HTTP/1.1 302 Found')
})

test('malformed HTTP is refused by Node, and disconnecting clients disturb nobody', async () => {
  expect(await say(await open(), 'nonsense\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request')
  const gone = await open()
  gone.write(plain)
  gone.resetAndDestroy()
  const socket = await open()
  expect(await say(socket, plain)).toBe('HTTP/1.1 302 Found')
  socket.end()
  await once(socket, 'close')
})
