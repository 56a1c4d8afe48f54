import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '#bin/run/free-port.ts'
import { type HttpSettings, httpSettings, type RequestTemplate, usualTemplate } from '#contract/messages/http-channel.ts'
import type { Channel } from '#dispatch/channel/channel.ts'
import type { Exchange, LinkHandlers, PartOutcome } from '#dispatch/link/upstream-link.ts'
import { wholeOf } from '#values/bytes.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, portOrThrow } from '#values/or-throw.ts'
import { approvedText } from './approved-text.ts'
import { openHttpLink } from './http-link.ts'
import { TemplateApi } from './template-api.ts'
import { parseAnswer, textAt } from './upstream-api.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function upstream(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${portOrThrow(server)}`
}

const bodyOf = async (request: IncomingMessage) => (await wholeOf(request, 100_000))?.toString() ?? ''
const now = () => new Date('2026-11-27T01:30:00Z')
const settingsOf = (url: string, change: Partial<RequestTemplate> = {}): HttpSettings =>
  httpSettings.parse({ protocol: 'http', url, timeoutSeconds: 2, reports: 'callback', api: { ...usualTemplate, ...change } })
const channelOf = (settings: HttpSettings): Channel => ({
  channelId: newId(),
  host: '127.0.0.1',
  port: 1,
  systemId: 'AC1',
  password: 'p&ss"word',
  senderNumber: '10690003',
  windowSize: 4,
  ratePerSecond: 100,
  bindCount: 1,
  upstreamIdForm: 'raw',
  settings,
  callbackUrl: 'https://carrier.example/carrier/1/x',
})
const handlersOf = (ended: string[] = []): LinkHandlers => ({
  onDelivery: () => undefined,
  onClose: reason => ended.push(reason),
  onProtocolError: () => undefined,
})
const part = (text = '【云栈】您的验证码是"1234"\n&') => ({
  messageId: newId(),
  text,
  place: null,
  source: '1069000307',
  phone: '19200000001',
  kind: 'otp' as const,
})
/** What becomes of one part, and what was said. */
async function sent(settings: HttpSettings, one = part()): Promise<{ outcome: PartOutcome; exchange: Exchange | undefined }> {
  const link = await openHttpLink(channelOf(settings), settings, handlersOf(), now)
  const said = await new Promise<{ outcome: PartOutcome; exchange: Exchange | undefined }>(done => {
    const unsent = link.send(one, { onOutcome: (outcome, exchange) => done({ outcome, exchange: exchange?.() }), onLate: () => undefined })
    if (unsent) done({ outcome: unsent, exchange: undefined })
  })
  await link.unbind()
  return said
}
const answering = (status: number, body: string) => upstream((_, response) => response.writeHead(status).end(body))

test('a form reaches the upstream as it was meant, and its exchange has no secret', async () => {
  const seen: { url: string; authorization: string; body: string }[] = []
  const url = await upstream(async (request, response) => {
    const { url: asked = '', headers } = request
    if (request.method === 'POST') seen.push({ url: asked, authorization: headers.authorization ?? '', body: await bodyOf(request) })
    response.writeHead(201).end('{"sid":"SM1"}')
  })
  const { outcome, exchange } = await sent(settingsOf(`${url}/Accounts/{account}/Messages.json`))
  expect(outcome).toEqual({ kind: 'taken', upstreamId: 'SM1' })
  const { url: asked, authorization, body } = firstOrThrow(seen)
  expect([asked, authorization]).toEqual(['/Accounts/AC1/Messages.json', `Basic ${Buffer.from('AC1:p&ss"word').toString('base64')}`])
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    To: '+8619200000001',
    From: '+1069000307',
    Body: '【云栈】您的验证码是"1234"\n&',
    StatusCallback: 'https://carrier.example/carrier/1/x',
  })
  expect(exchange?.request).toContain('Authorization: ***')
  expect(exchange?.request).not.toMatch(/p&ss|QUMxOn/)
  expect(exchange?.answer).toBe('HTTP 201\n\n{"sid":"SM1"}')
})

test('JSON is escaped, hashed and read by position; the same text in a query is encoded', async () => {
  let body = ''
  const url = await upstream(async (request, response) => {
    if (request.method === 'POST') body = await bodyOf(request)
    response.end(request.method === 'POST' ? '{"code":"0","data":[{"id":77}]}' : '0,88')
  })
  const json = {
    bodyType: 'json',
    body: '{"to":"{phone}","text":"{body}","sign":"{sign}","at":"{time}"}',
    phoneForm: 'plain',
    signHash: 'md5',
    signText: '{account}{time}',
    idPath: 'data.0.id',
    okPath: 'code',
    okValues: '0, ok',
  } as const
  expect((await sent(settingsOf(url, json))).outcome).toEqual({ kind: 'taken', upstreamId: '77' })
  expect(JSON.parse(body)).toEqual({
    to: '19200000001',
    text: '您的验证码是"1234"\n&',
    sign: createHash('md5').update('AC120261127093000').digest('hex'),
    at: '20261127093000',
  })
  const get = { method: 'GET', bodyType: 'none', idPath: '1', okPath: '0', okValues: '0' } as const
  expect((await sent(settingsOf(`${url}/?m={phone}&c={text}`, get))).outcome).toEqual({ kind: 'taken', upstreamId: '88' })
})

test.each([
  [200, '{"code":"5"}', { kind: 'refused', code: 'HTTP:5' }],
  [200, '{"code":"7"}', { kind: 'throttled', code: 'HTTP:7' }],
  [200, '{"code":"8"}', { kind: 'temporary', code: 'HTTP:8' }],
  [200, '{"code":"9"}', { kind: 'misconfigured', code: 'HTTP:9' }],
  // It says that it took the message, but not by which id.
  [200, '{"code":"0"}', { kind: 'doubtful' }],
  [200, '<html>', { kind: 'refused', code: 'HTTP:200' }],
  [401, '', { kind: 'misconfigured', code: 'HTTP:401', isLogin: true }],
  [429, '', { kind: 'throttled', code: 'HTTP:429' }],
  [500, '', { kind: 'doubtful' }],
  [503, '', { kind: 'temporary', code: 'HTTP:503' }],
] as const)('an answer of %d and %s', async (status, body, outcome) => {
  const change = { okPath: 'code', okValues: '0', throttledCodes: '7', retryCodes: '8', faultCodes: '9' }
  expect((await sent(settingsOf(await answering(status, body), change))).outcome).toEqual(outcome)
})

test('an answer that does not come is a doubt, unless the upstream takes a message of one id once', async () => {
  const url = await upstream((request, response) => {
    if (request.method === 'GET') response.end()
    else request.socket.destroy()
  })
  expect((await sent(settingsOf(url))).outcome).toEqual({ kind: 'doubtful' })
  expect((await sent(settingsOf(url, { isIdempotent: true }))).outcome).toEqual({ kind: 'temporary', code: 'HTTP:timeout' })
  const gone = settingsOf(`http://127.0.0.1:${await freePort()}`)
  await expect(openHttpLink(channelOf(gone), gone, handlersOf(), now)).rejects.toThrow(
    '上游无法连接：对方拒绝连接，请核对地址和端口（ECONNREFUSED）',
  )
})

test('what can be no request is refused, and leaves the link open', async () => {
  const url = await answering(200, '{"sid":"SM1"}')
  const { outcome, exchange } = await sent(settingsOf(url, { headers: 'X-Text: {text}' }))
  expect(outcome).toEqual({ kind: 'refused', code: 'HTTP:invalid' })
  expect(exchange?.answer).toMatch(/^没有应答：/)
})

test('a link that is cut leaves its parts in doubt, one that ends waits for them; each says so once', async () => {
  const pending: (() => void)[] = []
  const url = await upstream((request, response) => {
    if (request.method === 'GET') response.end()
    else pending.push(() => response.end('{"sid":"SM2"}'))
  })
  const settings = settingsOf(url)
  const ended: string[] = []
  const open = () => openHttpLink(channelOf(settings), settings, handlersOf(ended), now)
  const outcomeOn = (link: Awaited<ReturnType<typeof open>>) =>
    new Promise<PartOutcome>(done => expect(link.send(part(), { onOutcome: done, onLate: () => undefined })).toBeNull())
  const cut = await open()
  const doubtful = outcomeOn(cut)
  await expect.poll(() => pending.length).toBe(1)
  expect([cut.outstanding, cut.freeSlots]).toEqual([1, 3])
  cut.destroy('stopped')
  expect(await doubtful).toEqual({ kind: 'doubtful' })
  await expect.poll(() => ended).toEqual(['stopped'])
  const orderly = await open()
  const taken = outcomeOn(orderly)
  await expect.poll(() => pending.length).toBe(2)
  const unbound = orderly.unbind()
  expect(orderly.freeSlots).toBe(0)
  pending[1]?.()
  expect(await taken).toEqual({ kind: 'taken', upstreamId: 'SM2' })
  await unbound
  expect(ended).toEqual(['stopped', 'unbound'])
})

test.each([
  ['您的验证码是${code}，${minutes}分钟内有效', '您的验证码是1234，5分钟内有效', { code: '1234', minutes: '5' }],
  ['${content}', '任何文字，https://a.cn/b', { content: '任何文字，https://a.cn/b' }],
  ['${name}您好，${name}', '张三您好，张三', { name: '张三' }],
  ['${name}您好，${name}', '张三您好，李四', null],
  ['您好', '您好', {}],
  ['您好', '您好！', null],
  ['验证码${code}', '验证码', null],
  ['周末八折', '周末八折，拒收请回复R', {}],
] as const)('%s fits %s', (text, body, parameters) => {
  const found = approvedText([{ code: 'T1', text }], body)
  expect(found && Object.fromEntries(found.parameters)).toEqual(parameters)
})

test('of the templates that fit the one with the most fixed text is taken, in a time that no text can stretch', () => {
  const templates = ['${content}', '您的${a}，${b}，${c}，${d}，${e}，${f}，${g}，${h}完'].map((text, index) => ({
    code: `T${index}`,
    text,
  }))
  expect(approvedText(templates, '您的1，2，3，4，5，6，7，8完')?.code).toBe('T1')
  expect(approvedText(templates, `您的${'，'.repeat(400)}`)?.code).toBe('T0')
})

test.each([
  ['MessageStatus=delivered&MessageSid=SM1&To=%2B8613800000000', { state: 'DELIVRD', code: 'DELIVRD', phone: '13800000000' }],
  ['MessageStatus=undelivered&MessageSid=SM1&ErrorCode=30003', { state: 'UNDELIV', code: '30003' }],
  ['{"status":"failed","sid":"SM1","error_code":"MK:0001"}', { state: 'MK:0001', code: 'MK:0001' }],
  ['MessageStatus=sent&MessageSid=SM1', null],
  ['nothing', null],
])('a callback %s', (body, report) => {
  const facts = { url: '', account: 'a', password: 'b', senderNumber: '1069', callbackUrl: '', extensionOf: () => '', now }
  const api = new TemplateApi({ ...facts, template: usualTemplate })
  const { reports } = api.readCallback({ query: '', body })
  expect(reports).toEqual(report === null ? [] : [expect.objectContaining({ upstreamId: 'SM1', ...report })])
})

test.each([
  ['a.b.0', '{"a":{"b":[7]}}', '7'],
  ['x|a', '{"a":"1","x":""}', '1'],
  ['constructor', '{}', ''],
  ['1', 'ok|42', '42'],
  ['id', 'id=5&ok=1', '5'],
])('%s of %s', (path, text, expected) => {
  expect(textAt(parseAnswer(text), path)).toBe(expected)
})
