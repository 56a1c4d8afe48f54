import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sandboxNumbers, sandboxRefusals, sandboxSignature, sandboxTemplates } from '#contract/messages/sandbox.ts'
import { exampleOf } from '#contract/variable-example.ts'
import { asAccount } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { settleSandbox } from '#domain/messages/sandbox.ts'
import { enqueueSandboxEvents } from '#domain/messages/sandbox-event.ts'
import { Files } from '#domain/platform/files.ts'
import type { App } from '#http/server/app.ts'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { addProgram, createProgram, openSecret, type Program } from '#test/support/open.ts'
import { firstOrThrow, takeOrThrow } from '#values/or-throw.ts'
import { createOpenApp } from './app.ts'

let now = new Date('2026-11-21T04:00:00Z')
let database: TestDatabase
let app: App
let url: string
let program: Program

beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.url, { secret: openSecret, upstream: { host: '127.0.0.1', port: 1 }, now })
  app = await createOpenApp({ db: database.db, secret: openSecret, now: () => now, files: new Files('/dev/null/files') })
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/openapi/v1`
  const owner = await createProgram(database.db, { now, segmentCount: 10 })
  program = { ...owner, ...(await addProgram(database.db, owner, { now, kind: 'test' })) }
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

/** What the answers of these calls have, refusals too. */
const answered = z.looseObject({
  batchId: z.string().optional(),
  nextCursor: z.string().nullish(),
  messages: z.array(z.looseObject({ refused: z.looseObject({ code: z.string() }).optional() })).default([]),
  rows: z.array(z.looseObject({ state: z.string(), content: z.string() })).default([]),
  error: z.looseObject({ code: z.string() }).optional(),
  cursor: z.string().nullish(),
  events: z.array(z.looseObject({ kind: z.string(), data: z.record(z.string(), z.unknown()) })).default([]),
})

async function ask(method: string, path: string, body?: object, bearer = program.bearer) {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: bearer, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: answered.parse(await answer.json()) }
}
const order = (phones: string[], extra: object = {}) => ({
  signature: '云栈',
  templateCode: 'SMS_2',
  templateParam: { no: 'A1' },
  phones,
  ...extra,
})
const pull = async () => {
  const { body } = await ask('POST', '/events/pull', {})
  const { cursor, events } = body
  if (cursor) expect((await ask('POST', '/events/acknowledge', { cursor })).body).toMatchObject({ acknowledgedCount: events.length })
  return events
}
const settle = () => settleSandbox(database.platformDb, now, (tx, account, ended) => enqueueSandboxEvents(tx, account, ended, now))

test('a test app sends for free, every special number has its result, and all events are reported', async () => {
  const phones = Object.keys(sandboxNumbers)
  const sent = await ask('POST', '/messages', order(phones, { customId: 'trial-1' }))
  expect(sent.status).toBe(200)
  const { batchId } = sent.body
  now = new Date(now.getTime() + 3_000)
  await settle()
  const events = await pull()
  expect(
    events
      .filter(one => one.kind === 'report')
      .map(({ data }) => [data.phone, data.state, data.batchId])
      .sort(),
  ).toEqual(
    phones
      .filter(phone => sandboxNumbers[phone]!.end && sandboxNumbers[phone]!.delayMs < 3_000)
      .map(phone => [phone, sandboxNumbers[phone]!.end!.state, batchId]),
  )
  expect(
    events
      .filter(one => one.kind === 'inbound')
      .map(({ data }) => [data.phone, data.text, data.isOptOut])
      .sort(),
  ).toEqual([
    ['19900000007', '收到', false],
    ['19900000008', 'TD', true],
  ])
  expect(await pull()).toEqual([])
  const found = await ask('GET', `/batches/${batchId}`)
  expect(found.body).toMatchObject({ counts: { delivered: 3, submitted: 2, undelivered: 1, rejected: 1, expired: 1 } })
  const listed = await ask('GET', '/messages?customId=trial-1&pageSize=3')
  expect(listed.body.rows.length).toBe(3)
  const rest = await ask('GET', `/messages?customId=trial-1&cursor=${listed.body.nextCursor}`)
  expect(rest.body.rows.length).toBe(5)
  const free = await asAccount(database.db, program.account, async tx => ({
    left: firstOrThrow((await balancesOf(tx, program.account)).grants).availableCount,
    messages: await tx.selectFrom('message').select('messageId').where('accountId', '=', program.account).execute(),
    blocked: await tx.selectFrom('blacklist').select('phone').where('accountId', '=', program.account).execute(),
  }))
  expect(free).toEqual({ left: 10, messages: [], blocked: [] })
})

test('refused test numbers are refused at once, with the code of a real refusal', async () => {
  const [blacklisted, frequent, unpaid] = takeOrThrow(Object.keys(sandboxRefusals), 3)
  const { body } = await ask('POST', '/messages', order([blacklisted, frequent, '13912345678']))
  expect(body.messages.map(one => one.refused?.code)).toEqual(['phone_blacklisted', 'frequency_exceeded', undefined])
  const whole = await ask('POST', '/messages', order(['13912345678', unpaid]))
  expect([whole.status, whole.body.error?.code]).toEqual([409, 'balance_insufficient'])
})

test('a scheduled test message can be canceled once', async () => {
  const sendAt = new Date(now.getTime() + 3_600_000).toISOString()
  const { body } = await ask('POST', '/messages', order(['13900000001'], { sendAt }))
  const path = `/batches/${body.batchId}/cancel`
  expect(await ask('POST', path)).toMatchObject({ status: 200, body: { canceledCount: 1 } })
  expect(await ask('POST', path)).toMatchObject({ status: 409, body: { error: { code: 'batch_unscheduled' } } })
  expect(await pull()).toMatchObject([{ kind: 'report', data: { phone: '13900000001', state: 'canceled', batchId: body.batchId } }])
})

test('a test app changes nothing that the account shares', async () => {
  const refused = await ask('POST', '/links', { target: 'https://example.com/' })
  expect([refused.status, refused.body.error?.code]).toEqual([403, 'test_app_refused'])
})

test('an account without attestation and texts can try everything with the texts of the sandbox; its production app cannot', async () => {
  const owner = await createAccount(database.db, { attested: false })
  const [trial, production] = [await addProgram(database.db, owner, { now, kind: 'test' }), await addProgram(database.db, owner, { now })]
  const send = (one: typeof trial, template: (typeof sandboxTemplates)[number], signature = sandboxSignature.text) => {
    const templateParam = Object.fromEntries(template.variables.map(variable => [variable.name, exampleOf(variable)]))
    return ask('POST', '/messages', { signature, templateCode: template.code, templateParam, phones: ['19900000001'] }, one.bearer)
  }
  for (const template of sandboxTemplates)
    expect(await send(trial, template)).toMatchObject({ status: 200, body: { messages: [{ messageId: expect.any(String) }] } })
  now = new Date(now.getTime() + 3_000)
  await settle()
  const { body } = await ask('GET', '/messages', undefined, trial.bearer)
  expect(body.rows.map(one => [one.state, one.content])).toEqual([
    ['delivered', '【鸿雁测试】会员日全场八折，欢迎选购。拒收请回复R'],
    ['delivered', '【鸿雁测试】您的订单YT2026已发货，请留意查收。'],
    ['delivered', '【鸿雁测试】您的验证码是386072，5分钟内有效。'],
  ])
  expect(await send(trial, firstOrThrow(sandboxTemplates), '云栈')).toMatchObject({
    status: 422,
    body: { error: { code: 'signature_unknown' } },
  })
  expect(await send(production, firstOrThrow(sandboxTemplates))).toMatchObject({
    status: 403,
    body: { error: { code: 'account_not_attested' } },
  })
  await database.platformDb.updateTable('account').set({ attestedAt: now }).where('accountId', '=', owner.account).execute()
  expect(await send(production, firstOrThrow(sandboxTemplates))).toMatchObject({
    status: 422,
    body: { error: { code: 'template_unknown' } },
  })
})
