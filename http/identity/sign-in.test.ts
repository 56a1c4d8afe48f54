import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#domain/identity/account.ts'
import { hashPassword } from '#domain/platform/password.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { readRefusal } from '#test/support/answer.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newAccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const secret = 'a secret of at least thirty-two characters'
const password = 'Hongyan2026'
const start = new Date('2026-11-02T01:00:00Z').getTime()
let nowMs = start
const database = prepareTestDatabase()
let app: App
let base: string
let made = 0

beforeAll(async () => {
  app = await createCustomerApp({ db: database.db, secret, now: () => new Date(nowMs) })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

async function newcomer(): Promise<{ account: AccountId; login: string; phone: string }> {
  made += 1
  const account = newAccountId()
  const facts = { login: `Person${made}`, phone: `1380013${String(8000 + made)}` }
  const passwordHash = await hashPassword(password)
  await asAccount(database.db, account, tx =>
    createAccount(tx, { account, name: '江南茶业', memberName: '李四', passwordHash, now: new Date(nowMs), ...facts }),
  )
  return { account, ...facts }
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(base + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
const signIn = (login: string, word = password, more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  post('/api/sign-in', { login, password: word, ...more }, headers)
const cookieOf = (answer: Response) => firstOrThrow((answer.headers.get('set-cookie') ?? '').split(';'))
const me = (cookie: string) => fetch(`${base}/api/me`, { headers: { cookie } })
const codeOf = async (answer: Response) => (await readRefusal(answer)).code

async function solvedCaptcha(): Promise<string> {
  const { challenge } = (await (await fetch(`${base}/api/captcha`)).json()) as { challenge: Challenge }
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

test('a name or phone with password signs in, the name in any case; the cookie is SameSite and HttpOnly', async () => {
  const { login, phone } = await newcomer()
  for (const name of [login, login.toUpperCase(), phone]) {
    const answer = await signIn(name)
    expect(answer.status).toBe(200)
    const [session, device] = answer.headers.getSetCookie()
    expect(session).toMatch(/^hongyan=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(device).toMatch(/^hongyan-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    const seen = z.record(z.string(), z.unknown()).parse(await (await me(cookieOf(answer))).json())
    expect(seen.member).toMatchObject({ login, phone, role: 'owner' })
    expect(seen.account).toMatchObject({ name: '江南茶业', isAttested: false })
  }
})

test('signing out ends the session, and signing in ends the session that the browser had before', async () => {
  const { login } = await newcomer()
  const first = cookieOf(await signIn(login))
  const second = cookieOf(await signIn(login, password, {}, { cookie: first }))
  expect(second).not.toBe(first)
  expect((await me(first)).status).toBe(401)
  expect((await post('/api/sign-out', {}, { cookie: second })).status).toBe(200)
  expect((await me(second)).status).toBe(401)
})

test('a planted cookie is never adopted (session fixation)', async () => {
  const { login } = await newcomer()
  const planted = 'hongyan=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  const mine = cookieOf(await signIn(login, password, {}, { cookie: planted }))
  expect(mine).not.toBe(planted)
  expect((await me(planted)).status).toBe(401)
})

test('a session ends after 30 idle minutes and after 12 hours', async () => {
  const { login } = await newcomer()
  const idle = cookieOf(await signIn(login))
  const busy = cookieOf(await signIn(login))
  for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
    nowMs = start + minutes * 60_000
    expect((await me(busy)).status).toBe(200)
  }
  expect((await me(idle)).status).toBe(401)
  nowMs = start + 12 * 3_600_000 + 1000
  expect((await me(busy)).status).toBe(401)
})

test('known and unknown names are refused alike: wrong password, then captcha, then lock', async () => {
  const { login } = await newcomer()
  const story = async (name: string) => {
    const codes: unknown[] = []
    for (let tries = 0; tries < 3; tries += 1) codes.push(await codeOf(await signIn(name, 'Wrong12345')))
    codes.push(await codeOf(await signIn(name, 'Wrong12345')))
    for (let tries = 0; tries < 3; tries += 1)
      codes.push(await codeOf(await signIn(name, 'Wrong12345', { captcha: await solvedCaptcha() })))
    return codes
  }
  const known = await story(login)
  expect(known).toEqual([...Array(3).fill('sign_in_failed'), 'captcha_required', 'sign_in_failed', 'sign_in_failed', 'sign_in_locked'])
  expect(await story('nobody-here')).toEqual(known)
  const locked = await signIn(login, password, { captcha: await solvedCaptcha() })
  expect(locked.status).toBe(429)
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
  nowMs += 15 * 60_000 + 1000
  expect((await signIn(login)).status).toBe(200)
})

test('concurrent guesses get no more than five checks of the password', async () => {
  const { login } = await newcomer()
  const captchas = await Promise.all(Array.from({ length: 12 }, solvedCaptcha))
  const codes = await Promise.all(captchas.map(async captcha => codeOf(await signIn(login, 'Wrong12345', { captcha }))))
  expect(codes.filter(code => code === 'sign_in_failed')).toHaveLength(5)
  expect(codes.filter(code => code === 'sign_in_locked')).toHaveLength(7)
})

test('a captcha is accepted once, and only with its exact solution', async () => {
  const captcha = await solvedCaptcha()
  const changed = captcha.replace(/"derivedKey":"..../, '"derivedKey":"0000')
  expect(await codeOf(await signIn('x', 'Wrong12345', { captcha: changed }))).toBe('captcha_invalid')
  expect(await codeOf(await signIn('x', 'Wrong12345', { captcha: '{"challenge":{}}' }))).toBe('captcha_invalid')
  expect(await codeOf(await signIn('x', 'Wrong12345', { captcha }))).toBe('sign_in_failed')
  expect(await codeOf(await signIn('x', 'Wrong12345', { captcha }))).toBe('captcha_invalid')
  const late = await solvedCaptcha()
  nowMs += 10 * 60_000 + 1
  expect(await codeOf(await signIn('x', 'Wrong12345', { captcha: late }))).toBe('captcha_invalid')
})

test.each<[string, Record<string, string>]>([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling of ours', { 'sec-fetch-site': 'same-site' }],
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['no origin at all', { origin: 'null' }],
  ['a plain form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', { 'content-type': 'text/plain' }],
])('%s cannot act with our cookie (CSRF)', async (_, headers) => {
  const { login } = await newcomer()
  const cookie = cookieOf(await signIn(login))
  const answer = await post('/api/sign-out', {}, { cookie, ...headers })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect((await me(cookie)).status).toBe(200)
})

test('a frozen account is revealed as such only with the right password, and its sessions end', async () => {
  const { account, login } = await newcomer()
  const cookie = cookieOf(await signIn(login))
  await asAccount(database.db, account, tx => tx.updateTable('account').set({ state: 'frozen' }).where('accountId', '=', account).execute())
  expect(await codeOf(await signIn(login, 'Wrong12345'))).toBe('sign_in_failed')
  expect(await codeOf(await signIn(login))).toBe('account_frozen')
  expect((await me(cookie)).status).toBe(401)
})

test('a refusal has a request id, and never repeats a password', async () => {
  const answer = await signIn('', 'x'.repeat(200))
  const text = await answer.text()
  expect(answer.status).toBe(422)
  expect(JSON.parse(text)).toMatchObject({
    error: { code: 'input_invalid', fields: { login: '请填写账号', password: '密码过长' }, requestId: answer.headers.get('x-request-id') },
  })
  expect(text).not.toContain('xxxx')
})
