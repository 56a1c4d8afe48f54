import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedReference } from '#db/seed/reference.ts'
import { Files } from '#domain/platform/files.ts'
import type { App } from '#http/server/app.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createProgram, openSecret, type Program } from '#test/support/open.ts'
import { sendRaw } from '#test/support/raw-http.ts'
import { newId } from '#values/id.ts'
import { createOpenApp } from './app.ts'

const now = new Date('2026-11-21T04:00:00Z')
let database: TestDatabase
let app: App
let base: string
let program: Program
/** Connections that reached Node's own server. */
let byNode = 0
/** An app without the fast path. */
let usualApp: App
let usualBase: string

beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.url, { secret: openSecret, upstream: { host: '127.0.0.1', port: 1 }, now })
  const options = { db: database.db, secret: openSecret, now: () => now, files: new Files('/dev/null/files') }
  app = await createOpenApp(options)
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  usualApp = await createOpenApp({ ...options, hasFastPath: false })
  usualBase = await usualApp.listen({ host: '127.0.0.1', port: 0 })
  program = await createProgram(database.db, { now })
  for (const { server } of [app, usualApp])
    server.on('request', () => {
      byNode += 1
    })
})
afterAll(async () => {
  await app?.close()
  await usualApp?.close()
  await database?.close()
})

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const messages = '/openapi/v1/messages'
const good = (phone: string) =>
  JSON.stringify({ signature: '云栈', templateCode: 'SMS_2', templateParam: { no: 'A1' }, phones: [phone], customId: '订单' })

/** The bytes of a request; `fields` are extra headers. */
function bytesOf(path: string, type: string, body: string, fields: Record<string, string>): Buffer {
  const all = { Host: 'x', 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(body)), ...fields }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** An answer without the parts that differ each time. */
function comparable({ status, headers, body }: Awaited<ReturnType<typeof sendRaw>>) {
  const lines = headers.toLowerCase().split('\r\n').slice(1).sort()
  const steady = lines.filter(line => !/^(date|x-request-id|ratelimit-remaining|ratelimit-reset):/.test(line))
  return { status, headers: steady, body: body.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(msg|bat)_\w+/g, '…') }
}

const mine = () => ({ Authorization: program.bearer })
test.each<[string, string, string, (phone: string) => string, () => Record<string, string>, number]>([
  ['a message', messages, json, good, mine, 200],
  ['a message with an idempotency key', messages, json, good, () => ({ ...mine(), 'Idempotency-Key': newId() }), 200],
  ['an unknown template', messages, json, phone => good(phone).replace('SMS_2', 'SMS_9'), mine, 422],
  ['invalid fields', messages, json, () => '{"signature":""}', mine, 422],
  ['nothing', messages, json, () => '', mine, 422],
  ['half a body', messages, json, () => '{"signature":', mine, 400],
  ['another type', messages, form, () => 'a=1', mine, 415],
  ['an unknown key', messages, json, good, () => ({ Authorization: 'Bearer ak000000000000:0123456789abcdef' }), 401],
  ['no key', messages, json, good, () => ({}), 401],
  ['an unknown path', '/openapi/v1/nothing', json, good, mine, 404],
  ['a malformed path', '/openapi/v1/%zz', json, good, mine, 400],
  ['an action of Alibaba’s', '/', form, () => 'AccessKeyId=x&Action=SendSms', () => ({}), 404],
  ['an action of Tencent’s', '/', json, () => '{}', () => ({ 'X-TC-Action': 'SendSms' }), 200],
])('%s is answered as Node’s own server answers it', async (name, path, type, body, fields, status) => {
  const phone = (last: string) => `1390000${String(name.length).padStart(3, '0')}${last}`
  const before = byNode
  const quick = await sendRaw(base, [bytesOf(path, type, body(phone('1')), fields())])
  expect(byNode).toBe(before)
  const usual = await sendRaw(base, [bytesOf(path, type, body(phone('2')), { ...fields(), TE: 'trailers' })])
  expect(byNode).toBe(before + 1)
  const withoutFastPath = await sendRaw(usualBase, [bytesOf(path, type, body(phone('3')), fields())])
  expect(byNode).toBe(before + 2)
  expect(quick.status).toBe(status)
  const expected = comparable(usual)
  expect(comparable(quick)).toEqual({ ...expected, body: expected.body.replaceAll(phone('2'), phone('1')) })
  expect(comparable(withoutFastPath)).toEqual({ ...expected, body: expected.body.replaceAll(phone('2'), phone('3')) })
  expect(quick.headers.toLowerCase()).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/)
})

test('pipelined requests on one connection are answered in order', async () => {
  const { port } = new URL(base)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  for (const place of [1, 2, 3]) {
    socket.write(bytesOf(messages, json, good(`1391234500${place}`), mine()))
    const [chunk] = await once(socket, 'data')
    expect(chunk.toString()).toContain(`1391234500${place}`)
  }
  socket.destroy()
})
