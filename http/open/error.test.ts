import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openErrors } from '#contract/open/error.ts'
import { openDb } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import type { App } from '#http/server/app.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createProgram, openSecret, type Program } from '#test/support/open.ts'
import { sendRaw } from '#test/support/raw-http.ts'
import { createOpenApp } from './app.ts'

const now = new Date('2026-11-21T04:00:00Z')
let database: TestDatabase
let app: App
let base: string
let program: Program

beforeAll(async () => {
  database = await createTestDatabase()
  app = await createOpenApp({ db: database.db, secret: openSecret, now: () => now, files: new Files('/dev/null/files') })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  program = await createProgram(database.db, { now })
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

const path = '/openapi/v1/messages'
const post = (body: string | Uint8Array<ArrayBuffer> | undefined, headers: Record<string, string> = {}, at = path) =>
  fetch(base + at, {
    method: 'POST',
    headers: { authorization: program.bearer, 'content-type': 'application/json', ...headers },
    body: body ?? null,
  })

/** Status and code of an answer, which must be JSON. */
async function statusAndCode(answer: Response | Promise<Response>): Promise<[number, string]> {
  const response = await answer
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const { error } = z
    .looseObject({ error: z.looseObject({ code: z.string(), message: z.string(), requestId: z.string() }) })
    .parse(await response.json())
  expect(error.message).toMatch(/[\u4e00-\u9fff]/)
  expect(response.headers.get('x-request-id')).toBe(error.requestId)
  expect(Object.keys(openErrors)).toContain(error.code)
  return [response.status, error.code]
}

test('every error status is answered in JSON with a documented code', async () => {
  expect(await statusAndCode(post('{"signature": '))).toEqual([400, 'request_malformed'])
  expect(await statusAndCode(post('{"signature": "\\u0000"}'))).toEqual([400, 'request_malformed'])
  expect(await statusAndCode(post('{"signature": "\\ud800"}'))).toEqual([400, 'request_malformed'])
  expect((await post('{"signature": "\\ud83d\\udca3"}')).status).toBe(422)
  expect(await statusAndCode(fetch(`${base}/openapi/v1/nothing`))).toEqual([404, 'path_unknown'])
  expect(await statusAndCode(fetch(`${base}/openapi/v1/messages/%zz`))).toEqual([400, 'request_malformed'])
  const method = await fetch(base + path, { method: 'DELETE', headers: { authorization: program.bearer } })
  expect(method.headers.get('allow')).toBe('POST, GET')
  expect(await statusAndCode(method)).toEqual([405, 'method_not_allowed'])
  expect(await statusAndCode(fetch(`${base}/openapi/v1/app/`))).toEqual([404, 'path_unknown'])
  const root = await fetch(base, { method: 'PUT' })
  expect(root.headers.get('allow')).toBe('GET, POST')
  expect(await statusAndCode(root)).toEqual([405, 'method_not_allowed'])
  expect(await statusAndCode(fetch(`${base}/openapi/v1/docs`, { method: 'POST' }))).toEqual([405, 'method_not_allowed'])
  expect(await statusAndCode(post(JSON.stringify({ signature: 'x'.repeat(1_100_000) })))).toEqual([413, 'body_too_large'])
  expect(await statusAndCode(post('signature=x', { 'content-type': 'application/x-www-form-urlencoded' }))).toEqual([
    415,
    'media_type_unsupported',
  ])
  expect(await statusAndCode(post('[]'))).toEqual([422, 'input_invalid'])
  expect(await statusAndCode(post('null'))).toEqual([422, 'input_invalid'])
  expect(await statusAndCode(post(undefined))).toEqual([422, 'input_invalid'])
  expect(await statusAndCode(fetch(`${base}/openapi/v1/messages/msg_wrong`, { headers: { authorization: program.bearer } }))).toEqual([
    422,
    'input_invalid',
  ])
})

test('a query with unstorable text is refused before the call, whatever the call does with it', async () => {
  const get = (query: string) => statusAndCode(fetch(`${base}/openapi/v1/app?${query}`, { headers: { authorization: program.bearer } }))
  expect(await get('a=%00')).toEqual([400, 'request_malformed'])
  expect(await get('%00=a')).toEqual([400, 'request_malformed'])
})

test('a body in another encoding is refused, before its question marks reach a phone', async () => {
  const name = new Uint8Array([0xd5, 0xc5, 0xc8, 0xfd])
  const body = Buffer.concat([
    Buffer.from('{"signature":"云栈","templateCode":"SMS_2","templateParam":{"no":"'),
    name,
    Buffer.from('"},"phones":["13912345678"]}'),
  ])
  expect(await statusAndCode(post(new Uint8Array(body), { 'content-type': 'application/json; charset=gbk' }))).toEqual([
    400,
    'request_malformed',
  ])
})

test('the root of the API redirects browsers to the documentation, and answers 404 to programs', async () => {
  const visited = await fetch(base, { headers: { accept: 'text/html,application/xhtml+xml' }, redirect: 'manual' })
  expect([visited.status, visited.headers.get('location')]).toEqual([302, '/openapi/v1/docs'])
  expect(await statusAndCode(fetch(base))).toEqual([404, 'path_unknown'])
  expect(await statusAndCode(post('{}', {}, '/'))).toEqual([404, 'path_unknown'])
})

test('too large a form, whose vendor only the body would tell, is refused in the format of both vendors', async () => {
  const answer = await post(
    `SecretId=x&Action=SendSms&x=${'x'.repeat(1_100_000)}`,
    { 'content-type': 'application/x-www-form-urlencoded' },
    '/',
  )
  const body = z
    .looseObject({ error: z.looseObject({ code: z.string(), requestId: z.string() }), Code: z.string(), RequestId: z.string() })
    .parse(await answer.json())
  expect([answer.status, body.error.code, body.Code, body.RequestId]).toEqual([
    413,
    'body_too_large',
    'body_too_large',
    body.error.requestId,
  ])
})

test('invalid input is reported field by field, a misspelt field too', async () => {
  const answer = await post(
    JSON.stringify({ signature: '', templateCode: 'SMS_2', phone: '13800138000', recipients: [{ telephone: '1' }] }),
  )
  const { error } = z.looseObject({ error: z.looseObject({ fields: z.record(z.string(), z.string()) }) }).parse(await answer.json())
  expect(Object.keys(error.fields).sort()).toEqual(['phone', 'recipients.0.phone', 'recipients.0.telephone', 'signature'])
  expect(error.fields.phone).toContain('没有这个参数')
})

test('a header block of 60 kB is read, a larger one is refused in JSON', async () => {
  const head = (size: number) =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${program.bearer}\r\nX-Long: ${'a'.repeat(size)}\r\n\r\n`
  expect((await sendRaw(base, [head(60_000)])).status).toBe(200)
  const large = await sendRaw(base, [head(70_000)])
  expect([large.status, JSON.parse(large.body).error.code]).toEqual([431, 'headers_too_large'])
})

test.each([
  ['malformed HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['a bad method', 'GE T / HTTP/1.1\r\n\r\n'],
  ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n'],
  ['two lengths', `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabc`],
  ['an invalid length', `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\nabc`],
  ['length and chunks', `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc`],
  ['malformed chunks', `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`],
  ['an invalid host name', `GET ${path} HTTP/1.1\r\n\r\n`],
])('%s is answered with 400 in JSON', async (_, bytes) => {
  const { status, headers, body } = await sendRaw(base, [Buffer.from(bytes, 'latin1')])
  expect([status, JSON.parse(body).error.code]).toEqual([400, 'request_malformed'])
  expect(headers).toContain('application/json')
})

test('an unknown expectation is ignored', async () => {
  const answer = await sendRaw(base, [`GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: 200-maybe\r\n\r\n`])
  expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([401, 'key_invalid'])
})

test('a connection that stays open after a malformed request is closed', async () => {
  const { hostname, port } = new URL(base)
  const theirs = new Promise<Socket>(resolve => app.server.once('connection', resolve))
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  socket.resume().write('hello\r\n\r\n')
  await once(await theirs, 'close')
  socket.destroy()
})

test('a request that does not end in time is answered with a timeout', async () => {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  const accepted = new Promise(resolve => app.server.once('connection', resolve))
  socket.write('POST / HTTP/1.1\r\nHost: x\r\n')
  const theirs = await accepted
  // Node's event when the time for a request's header block is over.
  app.server.emit('clientError', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), theirs)
  const text = await new Promise<string>(resolve => socket.once('data', chunk => resolve(chunk.toString())))
  expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout/)
  expect(text).toContain('"code":"request_timeout"')
  socket.destroy()
})

test('a request that is split at every byte is understood', async () => {
  const body = JSON.stringify({ signature: '云栈', templateCode: 'SMS_9', phones: ['13900000001'] })
  const bytes = Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${program.bearer}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  const answer = await sendRaw(
    base,
    Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)),
  )
  expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([422, 'template_unknown'])
})

test('an unavailable database is answered as such, with Retry-After', async () => {
  const db = openDb({ url: 'postgresql://nobody@127.0.0.1:1/nothing', role: 'hongyan_app' })
  const alone = await createOpenApp({ db, secret: openSecret, now: () => now, files: new Files('/dev/null/files') })
  const url = await alone.listen({ host: '127.0.0.1', port: 0 })
  const away = await fetch(`${url}/openapi/v1/balance`, { headers: { authorization: program.bearer } })
  expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await statusAndCode(away)).toEqual([503, 'database_unavailable'])
  await alone.close()
  await db.destroy()
})

test('an https address sends HSTS with every answer, whichever way the request came', async () => {
  const { db } = database
  const options = { db, secret: openSecret, now: () => now, files: new Files('/dev/null/files') }
  const secure = await createOpenApp({ ...options, publicUrl: 'https://api.example.cn' })
  const url = await secure.listen({ host: '127.0.0.1', port: 0 })
  const bound = async (answer: Promise<Response>) => (await answer).headers.get('strict-transport-security')
  const headers = { authorization: program.bearer, 'content-type': 'application/json' }
  expect(await bound(fetch(`${url}/openapi/v1/balance`, { headers }))).toBe('max-age=63072000')
  expect(await bound(fetch(`${url}${path}`, { method: 'POST', headers, body: '{}' }))).toBe('max-age=63072000')
  expect(await bound(fetch(`${url}/openapi/v1/nothing`))).toBe('max-age=63072000')
  expect(await bound(fetch(`${base}/openapi/v1/balance`, { headers }))).toBe(null)
  await secure.close()
})
