import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portOrThrow } from '#values/or-throw.ts'
import { openHttpFastPath } from './fast-path.ts'

const seed = Number(process.env.HONGYAN_SEED ?? 20_261_123)
const isLong = process.env.HONGYAN_PROOF === 'long'
const [runCount, timeoutMs] = isLong ? [100_000, 3_600_000] : [800, 120_000]

/** A connection that is never ended is a failure too. */
const hangMs = 10_000

/** What a server received and how it answered: everything that must not depend on which parser read the bytes. */
interface Talk {
  heard: { method: string; url: string; headers: Record<string, unknown>; body: string }[]
  statuses: string[]
}

interface Tried {
  server: Server
  heard: Talk['heard']
  /** Turns of the event loop by which each answer of the fast path is delayed. */
  delays: number[]
  sockets: Socket[]
}

let quickCount = 0
const answer = 'content-length: 2\r\n\r\nok'

async function listen(isQuick: boolean): Promise<Tried> {
  const tried: Tried = { server: null as never, heard: [], delays: [], sockets: [] }
  const afterDelay = async (say: () => void) => {
    for (let turns = tried.delays.shift() ?? 0; turns > 0; turns -= 1) await nextTurn()
    say()
  }
  // As http/server/app.ts has it.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      tried.heard.push({ method, url, headers: { ...headers }, body: Buffer.concat(pieces).toString('latin1') })
      response.writeHead(200, { 'content-length': 2 }).end('ok')
    })
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  tried.server = server
  if (isQuick)
    openHttpFastPath(
      server,
      ({ method, url, headers, body }, _socket, say) => {
        quickCount += 1
        tried.heard.push({ method, url, headers, body: body.toString('latin1') })
        void afterDelay(() => say(`HTTP/1.1 200 OK\r\n${answer}`, 'latin1'))
        return true
      },
      { graceMs: 0 },
    )
  server.prependListener('connection', socket => tried.sockets.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return tried
}

let byNode: Tried
let byUs: Tried
beforeAll(async () => {
  byNode = await listen(false)
  byUs = await listen(true)
})
afterAll(async () => {
  for (const { server } of [byNode, byUs]) await new Promise(resolve => server.close(resolve))
})

/** Sends the pieces one by one, half-closes after so many answers, and returns what arrives then. */
async function talk(tried: Tried, pieces: string[], delays: number[], answerCount = 0): Promise<{ answeredCount: number; exchange: Talk }> {
  tried.heard = []
  tried.delays = [...delays]
  tried.sockets = []
  const socket = connect({ port: portOrThrow(tried.server), host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  let said = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    said += text
  })
  socket.on('error', () => undefined)
  const closed = new Promise(resolve => socket.once('close', resolve))
  const ended = new Promise(resolve => socket.once('end', resolve))
  await once(socket, 'connect')
  const isOver = () => socket.readableEnded || socket.destroyed
  while (tried.sockets.length === 0) await nextTurn()
  let sentCount = 0
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    sentCount += piece.length
    // Waits until the piece is read by itself, unless the server stops reading until it has answered.
    for (let turns = 0; turns < 20 && tried.sockets[0]!.bytesRead < sentCount && !isOver(); turns += 1) await nextTurn()
  }
  const statuses = () => said.match(/HTTP\/1\.1 \d+/g) ?? []
  // Node ends a half-closed connection without its pending answers.
  for (let turns = 0; turns < 50 && (turns < 5 || statuses().length < answerCount) && !isOver(); turns += 1) await nextTurn()
  const answeredCount = statuses().length
  socket.end()
  await Promise.race([ended, closed])
  socket.destroy()
  return { answeredCount, exchange: { heard: tried.heard, statuses: statuses() } }
}

/** Malformed input, or input after a close, ends the connection at once, with or without pending answers. */
const isMalformed = ({ statuses }: Talk) => statuses.at(-1) === 'HTTP/1.1 400'

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
const often = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 12 }, { arbitrary: oneOf(...others), weight: 1 })
const printable = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map(code => String.fromCharCode(code)), maxLength: 12 })
const url = fc.oneof(
  { arbitrary: oneOf('/', '/abc1234', '/a?b=c&d'), weight: 8 },
  { arbitrary: oneOf('//x', '/%zz', '/a#b', '/?#?#', '/"<>\\^`{|}~', '/a b', 'x', '*', 'http://hy.cn/a'), weight: 2 },
  { arbitrary: printable.map(text => `/${text.replaceAll(' ', '+')}`), weight: 2 },
)
const fieldName = oneOf(
  ...[
    'x-a',
    'X-A',
    'Cookie',
    'Host',
    'host',
    'Connection',
    'Proxy-Connection',
    'Keep-Alive',
    'Content-Length',
    'Transfer-Encoding',
    'Upgrade',
  ],
  ...[
    'Expect',
    'TE',
    'Trailer',
    '__proto__',
    'constructor',
    'toString',
    '0',
    'x y',
    'x\u0001',
    '',
    'HTTP2-Settings',
    'Content-Type',
    'Set-Cookie',
  ],
)
const fieldValue = fc.oneof(
  oneOf(
    'keep-alive',
    'Keep-Alive',
    'close',
    'Close',
    'upgrade',
    'keep-alive, close',
    'x, close',
    'chunked',
    'Chunked',
    'identity',
    'gzip, chunked',
  ),
  oneOf(
    '0',
    '1',
    '2',
    '02',
    '+2',
    '2,2',
    '0x2',
    ' 2 ',
    '99',
    '',
    '\t',
    '\u0000',
    'é',
    '\u000b2',
    '100-continue',
    'websocket',
    'timeout=1',
    'trailers',
  ),
  printable,
)
const lineEnd = fc.oneof(
  { arbitrary: fc.constant('\r\n'), weight: 40 },
  { arbitrary: oneOf('\n', '\r', '\r\n ', '\r\r\n', '\r\n\t'), weight: 1 },
)
const plainField = fc.tuple(oneOf('X-A', 'cookie', 'Content-Type'), printable).map(([name, value]) => `${name}: ${value}\r\n`)
const extraField = fc.tuple(fieldName, often(': ', ':', ' : ', ':\t', ''), fieldValue, lineEnd).map(parts => parts.join(''))

/** A mostly valid request: each part is usual or, at times, unusual. */
const request = fc
  .record({
    method: fc.oneof(
      { arbitrary: oneOf('GET', 'POST'), weight: 8 },
      { arbitrary: oneOf('HEAD', 'PUT', 'get', 'OPTIONS', 'POST '), weight: 1 },
    ),
    url,
    version: often('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1', ''),
    first: lineEnd,
    host: often('Host: hy.cn\r\n', ''),
    extra: fc.oneof(fc.constant([]), fc.array(plainField, { maxLength: 4 }), fc.array(extraField, { maxLength: 3 })),
    body: oneOf('', '', '{}', 'a=1', 'GET /in HTTP/1.1\r\nHost: x\r\n\r\n', '2\r\n{}\r\n0\r\n\r\n'),
    length: often('right', 'none', 'less', 'more'),
    hasBodyAnyway: often(false, true),
    before: often('', '\r\n', ' '),
  })
  .map(({ method, url: target, version, first, host, extra, body: given, length, hasBodyAnyway, before }) => {
    const body = method === 'GET' && !hasBodyAnyway ? '' : given
    const counted = { right: body.length, less: body.length - 1, more: body.length + 1, none: -1 }[length]!
    const isCounted = counted >= 0 && (method !== 'GET' || body !== '')
    const fields = extra.join('') + (isCounted ? `Content-Length: ${counted}\r\n` : '')
    return `${before}${method} ${target} ${version}${first}${host}${fields}\r\n${body}`
  })

const rarely = <T>(arbitrary: fc.Arbitrary<T[]>) => fc.oneof({ arbitrary: fc.constant<T[]>([]), weight: 3 }, { arbitrary, weight: 1 })
const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }), kind: oneOf('put', 'insert', 'remove') })
/** The bytes of a connection: requests, some bytes changed, in pieces that are often one request each. */
const conversation = fc
  .record({
    requests: fc.array(request, { minLength: 1, maxLength: 5 }),
    changes: rarely(fc.array(change, { minLength: 1, maxLength: 2 })),
    cuts: rarely(fc.array(fc.nat(), { maxLength: 3 })),
    isJoined: often(false, true),
    delays: rarely(fc.array(fc.nat({ max: 3 }), { maxLength: 5 })),
  })
  .map(({ requests, changes, cuts, isJoined, delays }) => {
    let bytes = Buffer.from(requests.join(''), 'latin1')
    for (const { at, byte, kind } of changes) {
      const place = at % bytes.length
      const put = kind === 'remove' ? [] : [byte]
      bytes = Buffer.concat([bytes.subarray(0, place), Buffer.from(put), bytes.subarray(kind === 'insert' ? place : place + 1)])
    }
    let end = 0
    const borders = isJoined ? [] : requests.map(text => (end += text.length))
    const places = [...new Set([0, ...borders, ...cuts.map(cut => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b)
    const pieces = places.slice(1).map((place, index) => bytes.toString('latin1', places[index], place))
    return { pieces, delays }
  })

test(
  'whatever comes is heard and answered by the fast path as by Node’s own parser',
  async () => {
    let requestCount = 0
    await fc.assert(
      fc.asyncProperty(conversation, async ({ pieces, delays }) => {
        const { exchange: expected, answeredCount } = await talk(byNode, pieces, [])
        const { exchange } = await talk(byUs, pieces, delays, answeredCount)
        requestCount += expected.heard.length
        expect(exchange.heard).toEqual(expected.heard)
        if (!isMalformed(exchange) && !isMalformed(expected)) expect(exchange.statuses).toEqual(expected.statuses)
      }),
      { seed, numRuns: runCount, timeout: hangMs },
    )
    // Otherwise this would compare Node with itself.
    expect(quickCount).toBeGreaterThan(requestCount / 5)
    process.stdout.write(`\nseed ${seed}: ${runCount} connections, ${requestCount} requests, ${quickCount} of them by the fast path\n`)
  },
  timeoutMs,
)
