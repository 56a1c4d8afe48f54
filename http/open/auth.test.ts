import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import type { App } from '#http/server/app.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { addProgram, createProgram, openSecret, type Program, signatureHeaders } from '#test/support/open.ts'
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

async function ask(path: string, headers: Record<string, string>, body?: string) {
  const answer = await fetch(base + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a program's untyped answer.
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
}
const codeOf = async (path: string, headers: Record<string, string>, body?: string) => {
  const answer = await ask(path, headers, body)
  return [answer.status, answer.body.error?.code]
}

test('a signed request is accepted, whatever the order and the encoding of its query', async () => {
  const request = { method: 'GET', path: '/openapi/v1/messages', query: 'pageSize=5&customId=a%20b~*', at: now }
  expect((await ask('/openapi/v1/messages?customId=a+b%7E%2A&pageSize=5', signatureHeaders(program, request))).status).toBe(200)
  const body = JSON.stringify({ kinds: ['report'] })
  const signed = signatureHeaders(program, { method: 'POST', path: '/openapi/v1/events/pull', body, at: now })
  expect((await ask('/openapi/v1/events/pull', signed, body)).body).toMatchObject({ cursor: null, events: [] })
})

test.each([
  ['another body', { body: '{"kinds":["inbound"]}' }],
  ['another path', { path: '/openapi/v1/events/acknowledge' }],
  ['another method', { method: 'PUT' }],
  ['another query', { query: 'a=1' }],
])('a signature over %s is refused, and the answer has our string to sign', async (_, change) => {
  const body = '{"kinds":["report"]}'
  const signed = signatureHeaders(program, { method: 'POST', path: '/openapi/v1/events/pull', body, at: now, ...change })
  const { status, body: answer } = await ask('/openapi/v1/events/pull', signed, body)
  expect([status, answer.error.code]).toEqual([401, 'signature_mismatch'])
  expect(answer.error.stringToSign.split('\n')).toHaveLength(7)
  expect(answer.error.stringToSign).toContain('POST\n/openapi/v1/events/pull\n\n')
})

test('a wrong secret, a stale time, a used or missing nonce and an unknown key are refused', async () => {
  const path = '/openapi/v1/app'
  const sign = (change: object) => signatureHeaders(program, { method: 'GET', path, at: now, ...change })
  expect(await codeOf(path, signatureHeaders({ ...program, secret: 'x'.repeat(32) }, { method: 'GET', path, at: now }))).toEqual([
    401,
    'signature_mismatch',
  ])
  for (const minutes of [-6, 6])
    expect(await codeOf(path, sign({ at: new Date(now.getTime() + minutes * 60_000) }))).toEqual([401, 'timestamp_expired'])
  for (const minutes of [-4, 4])
    expect(await codeOf(path, sign({ at: new Date(now.getTime() + minutes * 60_000) }))).toEqual([200, undefined])
  const used = sign({ nonce: 'the-same-nonce' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(path, used)))
  expect(answers.filter(([status]) => status === 200).length).toBe(1)
  expect(answers.filter(([, code]) => code === 'nonce_used').length).toBe(19)
  expect(await codeOf(path, sign({ nonce: 'short' }))).toEqual([422, 'input_invalid'])
  expect(await codeOf(path, signatureHeaders({ ...program, accessKeyId: 'unknown-key-id' }, { method: 'GET', path, at: now }))).toEqual([
    401,
    'key_invalid',
  ])
  expect(await codeOf(path, { authorization: 'HONGYAN-HMAC-SHA256 nonsense' })).toEqual([401, 'key_invalid'])
  expect(await codeOf(path, { authorization: `Bearer ${program.accessKeyId}:${'y'.repeat(32)}` })).toEqual([401, 'key_invalid'])
})

test('an app’s limits are returned in headers and enforced', async () => {
  const owner = await createProgram(database.db, { now })
  const slow = await addProgram(database.db, owner, { now, settings: { requestsPerSecond: 2 } })
  const headers = { authorization: slow.bearer }
  const first = await ask('/openapi/v1/app', headers)
  expect([first.status, first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual([200, '2', '1'])
  await ask('/openapi/v1/app', headers)
  const third = await ask('/openapi/v1/app', headers)
  expect([third.status, third.body.error.code, third.headers.get('retry-after'), third.headers.get('ratelimit-remaining')]).toEqual([
    429,
    'rate_exceeded',
    '1',
    '0',
  ])
  const https = await addProgram(database.db, owner, { now, settings: { isHttpsOnly: true } })
  expect(await codeOf('/openapi/v1/app', { authorization: https.bearer })).toEqual([403, 'https_required'])
  const listed = await addProgram(database.db, owner, { now, settings: { allowlist: { mode: 'on', lines: ['10.0.0.0/8'] } } })
  expect(await codeOf('/openapi/v1/app', { authorization: listed.bearer })).toEqual([403, 'address_not_allowed'])
})

test('a request log has every request of a known app with its outcome, without secrets or whole numbers', async () => {
  const other = await createProgram(database.db, { now })
  const headers = { authorization: other.bearer }
  await ask('/openapi/v1/app', headers)
  await ask('/openapi/v1/messages?phone=13812345678&state=wrong', headers)
  const body = '{}'
  await ask(
    '/openapi/v1/events/pull',
    signatureHeaders({ ...other, secret: 'z'.repeat(32) }, { method: 'POST', path: '/', body, at: now }),
    body,
  )
  await app.close()
  const rows = await asAccount(database.db, other.account, tx =>
    tx
      .selectFrom('requestLog')
      .select(['action', 'httpStatus', 'code', 'detail'])
      .where('accountId', '=', other.account)
      .orderBy('logId')
      .execute(),
  )
  expect(rows.map(row => [row.action, row.httpStatus, row.code]).sort()).toEqual([
    ['GET /openapi/v1/app', 200, 'ok'],
    ['GET /openapi/v1/messages', 422, 'input_invalid'],
    ['POST /openapi/v1/events/pull', 401, 'signature_mismatch'],
  ])
  const text = JSON.stringify(rows)
  expect(text).toContain('stringToSign')
  expect(text).not.toContain('13812345678')
  expect(text).not.toContain(other.secret)
})
