import type { Challenge } from 'altcha-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { seedReference } from '#db/seed/reference.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { readRefusal } from '#test/support/answer.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { lastCodeTo, solutionOf, textsTo } from '#test/support/sign-in.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const secret = 'a secret of at least thirty-two characters'
const password = 'Cloud8Tea'
const start = new Date('2026-11-02T01:00:00Z').getTime()
const minuteMs = 60_000
let nowMs = start
const database = prepareTestDatabase()
const apps: App[] = []
let base: string
let made = 0

async function listen(options: { handset?: string; publicUrl?: string; trustProxy?: string } = {}): Promise<string> {
  const app = await createCustomerApp({ db: database.db, secret, now: () => new Date(nowMs), ...options })
  apps.push(app)
  return app.listen({ host: '127.0.0.1', port: 0 })
}
beforeAll(async () => {
  await seedReference(database.url, { secret, upstream: { host: '127.0.0.1', port: 2775 }, now: new Date(start) })
  base = await listen({ trustProxy: '127.0.0.1' })
})
afterAll(() => Promise.all(apps.map(app => app.close())))

const newPhone = () => `1380015${String(1000 + ++made)}`
/** A client address for each visitor; otherwise the rate limits of one address would end the tests. */
const visitor = () => ({ 'x-forwarded-for': `10.3.${++made % 250}.${Math.trunc(made / 250)}` })
const post = (path: string, body: unknown, headers: Record<string, string> = visitor(), to = base) =>
  fetch(to + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
const cookieOf = (answer: Response) => firstOrThrow((answer.headers.get('set-cookie') ?? '').split(';'))
const me = (cookie: string) => fetch(`${base}/api/me`, { headers: { cookie } })
const errorOf = async (answer: Response) => await readRefusal(answer)

async function askCode(phone: string, purpose: string, headers?: Record<string, string>): Promise<Response> {
  const { challenge } = (await (await fetch(`${base}/api/captcha`)).json()) as { challenge: Challenge }
  return post('/api/sign-in/send-code', { phone, purpose, captcha: await solutionOf(challenge) }, headers)
}
async function codeFor(phone: string, purpose: string): Promise<string> {
  nowMs += minuteMs
  expect((await askCode(phone, purpose)).status).toBe(200)
  return lastCodeTo(database, phone, new Date(nowMs))
}
async function registered(): Promise<{ phone: string; cookie: string }> {
  const phone = newPhone()
  const answer = await post('/api/register', { phone, code: await codeFor(phone, 'register'), password, hasAgreed: true })
  expect(answer.status).toBe(200)
  return { phone, cookie: cookieOf(answer) }
}

test('a visitor registers, signs out, signs in by password and by SMS, and recovers: the old password and every session end', async () => {
  const { phone, cookie } = await registered()
  expect(z.looseObject({}).parse(await (await me(cookie)).json())).toMatchObject({
    member: { phone },
    account: { isAttested: false },
    lastSignIn: null,
  })
  await post('/api/sign-out', {}, { cookie })
  expect((await me(cookie)).status).toBe(401)
  const byPassword = cookieOf(await post('/api/sign-in', { login: phone, password }))
  const bySms = cookieOf(await post('/api/sign-in/by-code', { phone, code: await codeFor(phone, 'sign-in') }))
  expect(z.looseObject({}).parse(await (await me(bySms)).json())).toMatchObject({
    lastSignIn: { at: expect.any(String), address: expect.stringContaining('10.3.') },
  })
  const recovery = { phone, code: await codeFor(phone, 'recovery'), password: 'Mountain9Road' }
  expect((await post('/api/recovery', recovery)).status).toBe(200)
  for (const one of [byPassword, bySms]) expect((await me(one)).status).toBe(401)
  expect((await errorOf(await post('/api/sign-in', { login: phone, password }))).code).toBe('sign_in_failed')
  expect((await post('/api/sign-in', { login: phone, password: 'Mountain9Road' })).status).toBe(200)
  expect((await errorOf(await post('/api/recovery', recovery))).code).toBe('code_invalid')
})

test('known and unknown numbers get the same bytes from every form', async () => {
  const known = (await registered()).phone
  const unknown = newPhone()
  nowMs += minuteMs
  const answersFor = async (phone: string) => {
    const answers: Response[] = []
    for (const purpose of ['register', 'sign-in', 'recovery']) {
      nowMs += minuteMs
      answers.push(await askCode(phone, purpose))
    }
    answers.push(await askCode(phone, 'register'))
    answers.push(await post('/api/register', { phone, code: '000000', password, hasAgreed: true }))
    answers.push(await post('/api/sign-in/by-code', { phone, code: '000000' }))
    answers.push(await post('/api/recovery', { phone, code: '000000', password }))
    answers.push(await post('/api/sign-in', { login: phone, password: 'Wrong12345' }))
    return Promise.all(
      answers.map(async answer => {
        const headers = Object.fromEntries([...answer.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name)))
        return [answer.status, headers, (await answer.text()).replace(/"requestId":"[^"]+"/, '')]
      }),
    )
  }
  const ofKnown = await answersFor(known)
  expect(ofKnown.map(([status]) => status)).toEqual([200, 200, 200, 429, 422, 422, 422, 422])
  expect(await answersFor(unknown)).toEqual(ofKnown)
})

test('a code needs a captcha of its own; too many requests are told when to retry', async () => {
  const phone = newPhone()
  const request = { phone, purpose: 'register' }
  expect((await errorOf(await post('/api/sign-in/send-code', request))).code).toBe('captcha_required')
  expect((await errorOf(await post('/api/sign-in/send-code', { ...request, captcha: '{}' }))).code).toBe('captcha_invalid')
  expect(await (await askCode(phone, 'register')).json()).toEqual({ nextAfterSeconds: 60 })
  const limited = await askCode(phone, 'recovery')
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await textsTo(database, phone, new Date(nowMs))).toHaveLength(1)
})

test('without a channel for one-time codes a request is refused, for every number alike and without spending its limit', async () => {
  const { phone: known } = await registered()
  const unknown = newPhone()
  nowMs += minuteMs
  const before = await database.platformDb.selectFrom('channel').select(['channelId', 'kinds']).execute()
  await database.platformDb
    .updateTable('channel')
    .set({ kinds: ['marketing'] })
    .execute()
  for (const phone of [known, unknown]) expect((await errorOf(await askCode(phone, 'register'))).code).toBe('channel_unavailable')
  for (const { channelId, kinds } of before)
    await database.platformDb.updateTable('channel').set({ kinds }).where('channelId', '=', channelId).execute()
  for (const phone of [known, unknown]) expect((await askCode(phone, 'register')).status).toBe(200)
})

test('a validation error names its field', async () => {
  const wrong = { phone: '12345', code: '12', password: 'short', login: '9lives', hasAgreed: false }
  expect((await errorOf(await post('/api/register', wrong))).fields).toEqual({
    phone: '请输入11位手机号',
    code: '请输入6位数字验证码',
    password: '密码必须包含字母和数字，长度为8-16位',
    login: '登录名为4-20位字母、数字、_或-，以字母开头',
    hasAgreed: '请阅读并同意使用约定',
  })
  const common = { phone: newPhone(), code: '000000', password: 'Woaini1314', hasAgreed: true }
  expect((await errorOf(await post('/api/register', common))).fields).toEqual({ password: '该密码过于常见，容易被猜到，请换一个' })
})

test('the address of the virtual handset is returned where there is one', async () => {
  const withHandset = await listen({ handset: 'http://127.0.0.1:4003' })
  expect(await (await fetch(`${withHandset}/api/handset`)).json()).toEqual({ handset: 'http://127.0.0.1:4003' })
  expect(await (await fetch(`${base}/api/handset`)).json()).toEqual({ handset: null })
})

test('a cookie behind an https address is bound to the host and never sent over plain http, and HSTS keeps the browser off it', async () => {
  const { phone } = await registered()
  const secure = await listen({ publicUrl: 'https://sms.example.com' })
  const answer = await post('/api/sign-in', { login: phone, password }, {}, secure)
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-hongyan=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=63072000')
  expect((await fetch(`${base}/api/handset`)).headers.has('strict-transport-security')).toBe(false)
  const cookie = cookieOf(answer)
  expect((await fetch(`${secure}/api/me`, { headers: { cookie } })).status).toBe(200)
  const plain = cookie.replace('__Host-', '')
  expect((await fetch(`${secure}/api/me`, { headers: { cookie: plain } })).status).toBe(401)
  const out = await post('/api/sign-out', {}, { cookie }, secure)
  expect(out.headers.get('set-cookie')).toMatch(/^__Host-hongyan=; .*Secure/)
})
