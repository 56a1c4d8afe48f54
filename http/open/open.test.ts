import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { asAccount } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { Files } from '#domain/platform/files.ts'
import type { App } from '#http/server/app.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createProgram, openSecret, type Program } from '#test/support/open.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { createOpenApp } from './app.ts'

// Noon in China, when marketing may be sent.
const now = new Date('2026-11-21T04:00:00Z')
let database: TestDatabase
let app: App
let url: string

beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.url, { secret: openSecret, upstream: { host: '127.0.0.1', port: 1 }, now })
  app = await createOpenApp({ db: database.db, secret: openSecret, now: () => now, files: new Files('/dev/null/files') })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

type Sender = Program
const createSenderAccount = (segmentCount = 100) => createProgram(database.db, { now, segmentCount })

interface Answered {
  status: number
  replayed: boolean
  body: {
    requestId?: string
    messages: { phone: string; messageId?: string; segmentCount?: number; refused?: { code: string } }[]
    error: { code: string; message: string }
  }
}

async function post(sender: Sender, body: unknown, headers: Record<string, string> = {}): Promise<Answered> {
  const answer = await fetch(`${url}/openapi/v1/messages`, {
    method: 'POST',
    headers: { authorization: sender.bearer, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return {
    status: answer.status,
    replayed: answer.headers.get('idempotent-replayed') === 'true',
    body: (await answer.json()) as Answered['body'],
  }
}
const order = (phones: string[], extra: object = {}) => ({
  signature: '云栈',
  templateCode: 'SMS_2',
  templateParam: { no: 'A1' },
  phones,
  ...extra,
})

const rowsOf = (sender: Sender) =>
  asAccount(database.db, sender.account, tx =>
    tx.selectFrom('message').selectAll().where('accountId', '=', sender.account).orderBy('messageId').execute(),
  )
const held = (sender: Sender) =>
  asAccount(database.db, sender.account, async tx => (await balancesOf(tx, sender.account)).grants[0]?.heldCount ?? 0)

test('a message is accepted with its charge when the answer arrives, and can be queried', async () => {
  const sender = await createSenderAccount()
  const { status, body } = await post(sender, order(['13912345678', '+86 139-1234-5678', '13712345678'], { customId: 'order-1' }))
  expect(status).toBe(200)
  expect(body.messages.map(({ phone, segmentCount }) => [phone, segmentCount])).toEqual([
    ['13912345678', 1],
    ['13712345678', 1],
  ])
  const rows = await rowsOf(sender)
  expect(rows.map(row => [row.phone, row.content, row.state, row.customId])).toEqual([
    ['13912345678', '【云栈】您的订单A1已发货', 'queued', 'order-1'],
    ['13712345678', '【云栈】您的订单A1已发货', 'queued', 'order-1'],
  ])
  expect(await held(sender)).toBe(2)
  const found = await fetch(`${url}/openapi/v1/messages/${firstOrThrow(body.messages).messageId}`, {
    headers: { authorization: sender.bearer },
  })
  expect(await found.json()).toMatchObject({ message: { phone: '13912345678', state: 'queued', customId: 'order-1' } })
  const stranger = await createSenderAccount()
  const foreign = await fetch(`${url}/openapi/v1/messages/${firstOrThrow(body.messages).messageId}`, {
    headers: { authorization: stranger.bearer },
  })
  expect(foreign.status).toBe(404)
})

test.each([
  ['an unknown signature', { signature: '别家' }, 'signature_unknown'],
  ['an unknown template', { templateCode: 'SMS_9' }, 'template_unknown'],
  ['a template that is not approved', { templateCode: 'SMS_4' }, 'template_unknown'],
  ['a missing parameter', { templateParam: {} }, 'parameter_missing'],
  ['a parameter of the wrong kind', { templateParam: { no: '订单' } }, 'parameter_invalid'],
  ['no phones', { phones: [] }, 'input_invalid'],
  ['too many phones', { phones: Array.from({ length: 1001 }, () => '13912345678') }, 'input_invalid'],
])('%s is refused and nothing is written', async (_, change, code) => {
  const sender = await createSenderAccount()
  const { status, body } = await post(sender, { ...order(['13912345678']), ...change })
  expect([status, body.error.code]).toEqual([422, code])
  expect(await rowsOf(sender)).toEqual([])
})

test.each([undefined, 'Bearer nobody-at-all:0123456789abcdef', 'Basic eDp5'])('the key %s is refused', async authorization => {
  const answer = await fetch(`${url}/openapi/v1/messages`, { method: 'POST', headers: authorization ? { authorization } : {} })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ error: { code: 'key_invalid' } })
})

test('a request names the numbers that may not receive it, and sends to the others', async () => {
  const sender = await createSenderAccount()
  await asAccount(database.db, sender.account, tx =>
    tx
      .insertInto('blacklist')
      .values({ accountId: sender.account, blacklistId: newId(), phone: '13900000021', level: 'account', source: 'manual' })
      .execute(),
  )
  const { body } = await post(sender, {
    signature: '云栈',
    templateCode: 'SMS_3',
    phones: ['13900000021', '12345', '14000000000', '13900000022'],
  })
  expect(body.messages.map(one => one.refused?.code ?? 'sent')).toEqual(['phone_blacklisted', 'phone_invalid', 'phone_invalid', 'sent'])
  expect((await rowsOf(sender)).map(row => row.content)).toEqual(['【云栈】周末全场八折，拒收请回复R'])
})

test('a second code within a minute is refused, also of two concurrent requests', async () => {
  const sender = await createSenderAccount()
  const code = { signature: '云栈', templateCode: 'SMS_1', templateParam: { code: '123456' }, phones: ['13900000031'] }
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(sender, code)))
  expect(answers.map(({ body }) => firstOrThrow(body.messages).refused?.code ?? 'sent').sort()).toEqual([
    'frequency_exceeded',
    'frequency_exceeded',
    'frequency_exceeded',
    'frequency_exceeded',
    'frequency_exceeded',
    'frequency_exceeded',
    'frequency_exceeded',
    'sent',
  ])
  expect(await held(sender)).toBe(1)
})

test('requests are accepted up to the balance, and concurrently never beyond it', async () => {
  const sender = await createSenderAccount(5)
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, index) => post(sender, order([`1390000004${index}`, `1390000005${index}`]))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
  expect(await held(sender)).toBe(4)
  expect((await rowsOf(sender)).length).toBe(4)
  expect(await asAccount(database.db, sender.account, tx => verifyLedger(tx, sender.account))).toEqual([])
})

test('fifty requests under one key are one: the same answer, one effect', async () => {
  const sender = await createSenderAccount()
  const key = { 'idempotency-key': 'order-77-notice' }
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(sender, order(['13900000061']), key)))
  expect(new Set(answers.map(({ body }) => firstOrThrow(body.messages).messageId)).size).toBe(1)
  expect(answers.filter(({ replayed }) => !replayed).length).toBe(1)
  expect((await rowsOf(sender)).length).toBe(1)
  expect(await held(sender)).toBe(1)
  const other = await post(sender, order(['13900000062']), key)
  expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_mismatch'])
})

test('a refused request leaves its idempotency key free', async () => {
  const sender = await createSenderAccount(0)
  const key = { 'idempotency-key': 'order-78-notice' }
  expect((await post(sender, order(['13900000071']), key)).status).toBe(409)
  await asAccount(database.db, sender.account, tx =>
    grantSegments(tx, sender.account, {
      grantId: newId(),
      kind: 'industry',
      name: '行业',
      segmentCount: 5,
      source: 'gift',
      startsAt: now,
      expiresAt: new Date(now.getTime() + 1000),
    }),
  )
  expect((await post(sender, order(['13900000071']), key)).status).toBe(200)
})

test('an account that may not send is told the reason', async () => {
  const sender = await createSenderAccount()
  const set = (values: { attestedAt?: null; state?: string }) =>
    asAccount(database.db, sender.account, tx => tx.updateTable('account').set(values).where('accountId', '=', sender.account).execute())
  await set({ attestedAt: null })
  expect((await post(sender, order(['13900000081']))).body.error.code).toBe('account_not_attested')
  await set({ state: 'frozen' })
  expect((await post(sender, order(['13900000081']))).body.error.code).toBe('account_frozen')
})

test('the OpenAPI document needs no key', async () => {
  const document = z
    .looseObject({ openapi: z.string(), paths: z.record(z.string(), z.looseObject({})) })
    .parse(await (await fetch(`${url}/openapi/v1/openapi.json`)).json())
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths['/openapi/v1/messages']!).sort()).toEqual(['get', 'post'])
})
