import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { type AppDetail, appCalls } from '#contract/apps/app.ts'
import type { Call, CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { asAccount } from '#db/connect.ts'
import { KeyCache } from '#domain/apps/key-cache.ts'
import { saveRequests } from '#domain/apps/request-log.ts'
import { createSignature } from '#domain/content/signature.ts'
import { createTemplate } from '#domain/content/template.ts'
import { changeSenderRegistrations, startSenderRegistration } from '#domain/sender-registration/sender-registration.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount } from '#test/support/account.ts'
import { parseRefusal, queryOf, uuidOf } from '#test/support/answer.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { newId } from '#values/id.ts'
import type { MainlandCarrier } from '#values/phone.ts'

const master = 'x'.repeat(32)
let database: TestDatabase
let app: App
let base: string
beforeAll(async () => {
  database = await createTestDatabase()
  app = await createCustomerApp({ db: database.db, secret: master, now: () => new Date(), openUrl: 'https://open.example.com' })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

/** A signed-in owner; `prove` does the step-up for the next secret. */
async function createOwner() {
  const { account, memberId } = await createAccount(database.db)
  const cookie = await createSessionCookie(database.db, account, memberId)
  const { sessionId } = await database.platformDb
    .selectFrom('session')
    .select('sessionId')
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  const prove = () =>
    asAccount(database.db, account, tx =>
      tx
        .insertInto('stepUp')
        .values({ accountId: account, sessionId, purpose: 'secret', askedAt: new Date(), confirmedAt: new Date() })
        .execute(),
    )
  const ask = async (call: Call, input: object) => {
    const query = call.method === 'GET' ? `?${queryOf(input)}` : ''
    const answer = await fetch(base + call.path + query, {
      method: call.method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(call.method === 'GET' ? {} : { body: JSON.stringify(input) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const done = async <C extends Call>(call: C, input: CallInputWire<C>): Promise<CallAnswerWire<C>> => {
    const { status, body } = await ask(call, input)
    expect(body, call.path).not.toHaveProperty('error')
    expect(status).toBe(200)
    return body as CallAnswerWire<C>
  }
  const refused = async <C extends Call>(call: C, input: CallInputWire<C>) => parseRefusal((await ask(call, input)).body)
  return { account, memberId, prove, done, refused }
}

test('an app is created with a key whose secret is shown once, after step-up', async () => {
  const { account, prove, done, refused } = await createOwner()
  const input = { name: '订单系统', note: '', kind: 'production' } as const
  expect(await refused(appCalls.create, input)).toMatchObject({ code: 'step_up_required', fields: { stepUp: 'secret' } })
  await prove()
  const made = await done(appCalls.create, input)
  expect(made.accessKeyId).toMatch(/^HYAK\w{20}$/)
  expect(made.accessKeySecret).toMatch(/^\w{32}$/)
  const found = await done(appCalls.find, { appId: made.appId })
  expect(found).toMatchObject({
    openUrl: 'https://open.example.com',
    keys: [{ accessKeyId: made.accessKeyId, state: 'enabled', canSign: true }],
  })
  expect(JSON.stringify(found)).not.toContain(made.accessKeySecret)
  const kept = await asAccount(database.db, account, tx => tx.selectFrom('auditLog').selectAll().where('accountId', '=', account).execute())
  expect(JSON.stringify(kept)).not.toContain(made.accessKeySecret)
  const known = await new KeyCache(database.db, master, () => new Date()).find(made.accessKeyId)
  assert.exists(known)
  expect(known.secret).toBe(made.accessKeySecret)
  await prove()
  expect(await refused(appCalls.create, input)).toMatchObject({ code: 'app_name_taken', fields: { name: '已有名为“订单系统”的应用' } })
  expect((await done(appCalls.list, {})).rows).toMatchObject([{ name: '订单系统', liveKeyCount: 1, today: { messageCount: 0 } }])
})

test('a submitted prerequisite is shown as waiting for staff', async () => {
  const { account, memberId, prove, done } = await createOwner()
  await prove()
  const { appId } = await done(appCalls.create, { name: '订单系统', note: '', kind: 'production' })
  const underReview = async () => (await done(appCalls.find, { appId })).underReview
  expect(await underReview()).toEqual([])
  await asAccount(database.db, account, async tx => {
    const by = { memberId, now: new Date(), isSubmitted: true }
    await createSignature(tx, account, { text: '青石茶馆', kind: 'company', purpose: 'own', remark: '', proofs: [], ...by })
    const text = '您的验证码为${code}，5分钟内有效。'
    const variables = [{ name: 'code', kind: 'code', maxLength: 6 }] as const
    await createTemplate(tx, account, { name: '登录', kind: 'otp', text, remark: '', variables: [...variables], ...by })
  })
  expect(await underReview()).toEqual(['signature', 'template'])
})

test('a sample request lists the carriers without a registration of its signature; a test app cannot leak messages', async () => {
  const { account, memberId, prove, done } = await createOwner()
  const createAppOf = async (kind: 'production' | 'test') => {
    await prove()
    return (await done(appCalls.create, { name: kind, note: '', kind })).appId
  }
  const [live, test] = [await createAppOf('production'), await createAppOf('test')]
  const unregistered = async (appId: string) => (await done(appCalls.find, { appId })).sample.unregisteredCarriers
  expect(await unregistered(live)).toEqual([])
  const by = { now: new Date(), staffId: newId() }
  const signatureId = await asAccount(database.db, account, async tx => {
    const text = { text: '青石茶馆', kind: 'company', purpose: 'own', remark: '', proofs: [], isSubmitted: true } as const
    const { signatureId } = await createSignature(tx, account, { ...text, memberId, now: by.now })
    await tx.updateTable('signature').set({ state: 'approved' }).where('accountId', '=', account).execute()
    await startSenderRegistration(tx, account, { signatureId, ...by })
    return signatureId
  })
  expect(await unregistered(live)).toEqual(['mobile', 'unicom', 'telecom', 'broadnet'])
  const answers = { mobile: 'filed', telecom: 'failed', broadnet: 'filed' } as const
  const changes = Object.entries(answers).map(([carrier, state]) => ({
    signatureId,
    carrier: carrier as MainlandCarrier,
    state,
    reason: '',
  }))
  await asAccount(database.db, account, tx => changeSenderRegistrations(tx, account, changes, by))
  expect(await unregistered(live)).toEqual(['unicom', 'telecom'])
  expect(await unregistered(test)).toEqual([])
})

test('an app is deleted only when it is disabled and has nothing scheduled', async () => {
  const { account, prove, done, refused } = await createOwner()
  await prove()
  const { appId } = await done(appCalls.create, { name: '旧系统', note: '', kind: 'test' })
  // An owner without texts of their own gets the sample with the texts that all test apps have.
  expect((await done(appCalls.find, { appId })).sample).toMatchObject({
    signature: '鸿雁测试',
    template: { code: 'SMS_199001' },
    phone: '19900000001',
  })
  expect(await refused(appCalls.delete, { appId })).toMatchObject({ code: 'state_forbids' })
  await done(appCalls.disable, { appId })
  const messageId = newId()
  await asAccount(database.db, account, async tx => {
    const sendAt = new Date(Date.now() + 3_600_000)
    await tx
      .insertInto('sendBatch')
      .values({
        ...{ accountId: account, batchId: newId(), appId: uuidOf('app', appId), ingress: 'rest', messageIds: [messageId] },
        ...{ sendAt, createdAt: new Date() },
      })
      .execute()
    await tx
      .insertInto('outbox')
      .values({
        accountId: account,
        outboxId: newId(),
        messageIds: [messageId],
        channelId: newId(),
        priority: 1,
        dueAt: sendAt,
        expiresAt: sendAt,
      })
      .execute()
  })
  expect(await refused(appCalls.delete, { appId })).toMatchObject({
    code: 'app_scheduled',
    message: expect.stringContaining('1个定时请求'),
  })
  await asAccount(database.db, account, tx => tx.deleteFrom('outbox').where('accountId', '=', account).execute())
  await done(appCalls.delete, { appId })
  expect((await done(appCalls.list, {})).rows).toEqual([])
  expect(await refused(appCalls.find, { appId })).toMatchObject({ code: 'not_found' })
  // The name is free again.
  await prove()
  await done(appCalls.create, { name: '旧系统', note: '', kind: 'test' })
})

test('settings are saved by section, fields that are not sent stay, and each is validated', async () => {
  const { prove, done, refused } = await createOwner()
  await prove()
  const { appId } = await done(appCalls.create, { name: '订单系统', note: '', kind: 'production' })
  const save = (settings: Partial<AppDetail['settings']>) => done(appCalls.saveSettings, { appId, settings })
  await save({ allowlist: { mode: 'on', lines: ['203.0.113.0/24'] }, isHttpsOnly: true })
  await save({ dailySegments: 500, hours: { fromMinute: 480, untilMinute: 1_200 } })
  await save({ isHttpsOnly: false })
  const { settings } = await done(appCalls.find, { appId })
  expect(settings).toMatchObject({
    allowlist: { mode: 'on', lines: ['203.0.113.0/24'] },
    isHttpsOnly: false,
    dailySegments: 500,
    hours: { fromMinute: 480, untilMinute: 1_200 },
    bindsTransactional: false,
  })
  const wrong = async (wanted: object) => (await refused(appCalls.saveSettings, { appId, settings: wanted })).fields
  expect(await wrong({ allowlist: { mode: 'on', lines: [] } })).toEqual({ 'settings.allowlist': expect.stringContaining('名单是空的') })
  expect(await wrong({ allowlist: { mode: 'on', lines: ['10.0.0.*'] } })).toEqual({ 'settings.allowlist': expect.stringContaining('CIDR') })
  expect(await wrong({ hours: { fromMinute: 900, untilMinute: 800 } })).toEqual({ 'settings.hours': '开始时间须早于结束时间' })
  expect(await wrong({ extension: 'ab' })).toHaveProperty(['settings.extension'])
  expect(await wrong({ isFree: true })).not.toBeUndefined()
  expect(await done(appCalls.find, { appId })).toMatchObject({ settings })
})

test('recent requests show their client address and whether the allowlist has it', async () => {
  const { account, prove, done } = await createOwner()
  await prove()
  const { appId, accessKeyId } = await done(appCalls.create, { name: '订单系统', note: '', kind: 'production' })
  const note = (place: number, ip: string, code = 'ok') => ({
    ...{
      account,
      appId: uuidOf('app', appId),
      accessKeyId,
      requestId: `r${place}`,
      ingress: 'rest' as const,
      action: 'POST /openapi/v1/messages',
    },
    ...{ httpStatus: code === 'ok' ? 200 : 422, code, message: '', ip, elapsedMs: 3, at: new Date(Date.now() - 1_000 + place) },
  })
  const notes = [note(1, '203.0.113.9'), note(2, '203.0.113.9'), note(3, '198.51.100.1', 'signature_unknown')]
  await asAccount(database.db, account, tx => saveRequests(tx, account, uuidOf('app', appId), notes))
  await done(appCalls.saveSettings, { appId, settings: { allowlist: { mode: 'watch', lines: ['203.0.113.9'] } } })
  const { addresses } = await done(appCalls.find, { appId })
  expect(addresses).toMatchObject([
    { address: '203.0.113.9', requestCount: 2, isListed: true },
    { address: '198.51.100.1', requestCount: 1, isListed: false },
  ])
  expect((await done(appCalls.requests, { appId, which: 'refused' })).rows).toMatchObject([{ requestId: 'r3', code: 'signature_unknown' }])
  expect((await done(appCalls.requests, { appId })).rows.map(row => row.requestId)).toEqual(['r3', 'r2', 'r1'])
})
