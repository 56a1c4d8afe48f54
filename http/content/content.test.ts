import { afterAll, beforeAll, expect, test } from 'vitest'
import type { blacklistCalls } from '#contract/blacklist/blacklist.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import type { signatureCalls } from '#contract/content/signature.ts'
import type { templateCalls } from '#contract/content/template.ts'
import type { Role } from '#contract/identity/permission.ts'
import { asAccount } from '#db/connect.ts'
import { blacklistHandlers } from '#http/blacklist/blacklist.ts'
import { type App, createApp } from '#http/server/app.ts'
import { serve } from '#http/server/serve.ts'
import { readSession } from '#http/server/sessions.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSessionCookie, proveSessions } from '#test/support/session.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { signatureHandlers } from './signature.ts'
import { templateHandlers } from './template.ts'

const database = prepareTestDatabase()
let app: App
let base: string
let owner: TestAccount
let cookie: string

beforeAll(async () => {
  app = await createApp({ forBrowsers: true })
  const handlers = [...signatureHandlers, ...templateHandlers, ...blacklistHandlers]
  serve(app, { db: database.db, now: () => new Date(), readSession }, handlers)
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  owner = await createAccount(database.db, { name: '云溪书店有限公司' })
  cookie = await createSessionCookie(database.db, owner.account, owner.memberId)
})
afterAll(() => app.close())

const ask = async <Answer>(path: string, body?: unknown, options: { cookie?: string; key?: string } = {}) => {
  const headers = {
    'content-type': 'application/json',
    cookie: options.cookie ?? cookie,
    ...(options.key ? { 'idempotency-key': options.key } : {}),
  }
  const answer = await fetch(base + path, { method: body ? 'POST' : 'GET', headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return {
    status: answer.status,
    body: (await answer.json()) as Answer & { error: { code: string; message: string; fields?: Record<string, string> } },
  }
}

test('a signature is created once by two clicks, submitted with its findings, withdrawn, deleted', async () => {
  const input = { text: ' 云溪书店 ', kind: 'company', purpose: 'own', remark: '', isSubmitted: true }
  const click = () => ask<CallAnswerWire<typeof signatureCalls.create>>('/api/signatures/create', input, { key: 'click-on-create' })
  const [first, second] = [await click(), await click()]
  expect(first).toMatchObject({ status: 200, body: { state: 'reviewing' } })
  expect(second.body).toEqual(first.body)
  const { signatureId } = first.body
  const one = await ask<CallAnswerWire<typeof signatureCalls.one>>(`/api/signatures/one?signatureId=${signatureId}`)
  expect(one.body).toMatchObject({ text: '云溪书店', history: [{ decision: 'submitted', by: '张三', findings: [] }] })
  expect((await ask('/api/signatures/delete', { signatureId })).body.error).toMatchObject({
    code: 'state_forbids',
    message: '当前状态为“审核中”，不能删除',
  })
  expect((await ask('/api/signatures/withdraw', { signatureId })).body).toMatchObject({ state: 'draft' })
  const list = await ask<CallAnswerWire<typeof signatureCalls.list>>('/api/signatures?state=draft')
  expect(list.body.rows.map(row => row.signatureId)).toEqual([signatureId])
  expect((await ask('/api/signatures/delete', { signatureId })).body).toMatchObject({ state: 'deleted' })
  expect((await ask(`/api/signatures/one?signatureId=${signatureId}`)).status).toBe(404)
})

test('a validation error names its field', async () => {
  const signature = await ask(
    '/api/signatures/create',
    { text: '测试', kind: 'company', purpose: 'own', remark: '', isSubmitted: false },
    { key: 'neutral-word' },
  )
  expect(signature).toMatchObject({ status: 422, body: { error: { code: 'input_invalid' } } })
  expect(signature.body.error.fields?.text).toContain('看不出是谁发的')
  const template = {
    name: '登录',
    kind: 'otp',
    text: '您的验证码已发送',
    variables: [],
    remark: '',
    isSubmitted: true,
  }
  const refused = await ask('/api/templates/create', template, { key: 'code-without-code' })
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'template_text_invalid' } } })
  expect(refused.body.error.fields?.text).toContain('有且只有一个“验证码”类型的变量')
  expect((await ask<CallAnswerWire<typeof templateCalls.list>>('/api/templates')).body.rows).toEqual([])
})

test('a template is saved as a draft, changed, copied', async () => {
  const content = {
    name: '发货',
    kind: 'transactional',
    text: '订单${order}已发货',
    variables: [{ name: 'order', kind: 'alphanumeric', maxLength: 12 }],
    remark: '',
    isSubmitted: false,
  }
  const made = await ask<CallAnswerWire<typeof templateCalls.create>>('/api/templates/create', content, { key: 'make-a-template' })
  const { templateId } = made.body
  const edited = await ask('/api/templates/edit', { ...content, templateId, text: '订单${order}已发出', isSubmitted: true })
  expect(edited.body).toMatchObject({ state: 'reviewing' })
  const copy = await ask<CallAnswerWire<typeof templateCalls.copy>>('/api/templates/copy', { templateId }, { key: 'copy-a-template' })
  expect(copy.body).toMatchObject({ state: 'draft' })
  const one = await ask<CallAnswerWire<typeof templateCalls.one>>(`/api/templates/one?templateId=${copy.body.templateId}`)
  expect(one.body).toMatchObject({ name: '发货 副本', text: '订单${order}已发出', state: 'draft' })
  const tooLong = { ...content, variables: [{ name: 'order', kind: 'alphanumeric', maxLength: 21 }] }
  const refused = await ask('/api/templates/create', tooLong, { key: 'variable-too-long' })
  expect(refused.body.error.fields).toEqual({ 'variables.0.maxLength': '变量“order”最长20个字符' })
})

/** Another member of the owner's account. */
async function memberWith(role: Role): Promise<string> {
  const memberId = crypto.randomUUID()
  await asAccount(database.db, owner.account, tx =>
    tx
      .insertInto('member')
      .values({ accountId: owner.account, memberId, login: role, phone: '13900000000', name: role, role, passwordHash: '-' })
      .execute(),
  )
  return createSessionCookie(database.db, owner.account, memberId)
}

test('a read-only member sees masked numbers and changes nothing', async () => {
  const numbers = ['13800138000', '+86 138 0013 8001', '12345']
  const added = await ask<CallAnswerWire<typeof blacklistCalls.add>>('/api/blacklist/add', {
    numbers,
    signatureId: null,
    scope: 'marketing',
    reason: '',
    expiresAt: null,
  })
  expect(added.body).toMatchObject({ addedCount: 2, malformedCount: 1 })
  const viewer = await memberWith('viewer')
  const { rows } = (await ask<CallAnswerWire<typeof blacklistCalls.list>>('/api/blacklist', undefined, { cookie: viewer })).body
  expect(rows.map(row => row.phone)).toEqual(['138****8001', '138****8000'])
  const { blacklistId } = firstOrThrow(rows)
  expect((await ask('/api/blacklist/reveal', { blacklistId })).body).toMatchObject({ error: { code: 'step_up_required' } })
  await proveSessions(database.db, owner, 'number')
  expect((await ask('/api/blacklist/reveal', { blacklistId })).body).toEqual({ phone: '13800138001' })
  const tries = [
    ['/api/blacklist/reveal', { blacklistId }],
    ['/api/blacklist/add', { numbers: ['13800138002'], signatureId: null, scope: 'all', reason: '', expiresAt: null }],
    ['/api/signatures/create', { text: '新签名', kind: 'company', purpose: 'own', remark: '', isSubmitted: true }],
    ['/api/templates/create', { name: '新', kind: 'transactional', text: '新', variables: [], remark: '', isSubmitted: true }],
  ] as const
  for (const [path, body] of tries)
    expect(await ask(path, body, { cookie: viewer, key: 'a-viewer-tries' }), path).toMatchObject({
      status: 403,
      body: { error: { code: 'not_allowed' } },
    })
  const finance = await memberWith('finance')
  expect((await ask('/api/blacklist', undefined, { cookie: finance })).status).toBe(403)
})

test('pasted numbers are accepted up to the limit and refused beyond it', async () => {
  const numbers = Array.from({ length: 10_001 }, (_, index) => `135${String(index).padStart(8, '0')}`)
  const body = { numbers, signatureId: null, scope: 'marketing', reason: '', expiresAt: null }
  expect((await ask('/api/blacklist/add', body)).status).toBe(422)
  const taken = await ask<CallAnswerWire<typeof blacklistCalls.add>>('/api/blacklist/add', { ...body, numbers: numbers.slice(1) })
  expect(taken.body).toMatchObject({ addedCount: 10_000, knownCount: 0 })
})
