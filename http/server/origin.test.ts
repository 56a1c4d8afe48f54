import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPlatform } from '#db/connect.ts'
import { openStaffSession } from '#domain/staff/session.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { sendRaw } from '#test/support/raw-http.ts'
import { routesOf } from '#test/support/routes.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { newId } from '#values/id.ts'
import { takeOrThrow } from '#values/or-throw.ts'
import { createAdminApp } from './admin.ts'
import type { App } from './app.ts'
import { createCustomerApp } from './customer.ts'

const now = () => new Date()
const secret = 'a secret of at least thirty-two characters'
type Who = 'member' | 'staff'
let database: TestDatabase
const apps = {} as Record<Who, App>
const bases = { member: '', staff: '' }
const cookies = { member: '', staff: '' }

beforeAll(async () => {
  database = await createTestDatabase()
  apps.member = await createCustomerApp({ db: database.db, secret, now })
  apps.staff = await createAdminApp({ db: database.platformDb, secret, now })
  for (const who of ['member', 'staff'] as const) bases[who] = await apps[who].listen({ host: '127.0.0.1', port: 0 })
  const { account, memberId } = await createAccount(database.db)
  cookies.member = await createSessionCookie(database.db, account, memberId)
  const { staffId } = await asPlatform(database.platformDb, tx =>
    createStaff(tx, { login: 'admin', name: '管理员', role: 'administrator', passwordHash: '-', now: now() }),
  )
  const origin = { address: '127.0.0.1', agent: 'test', now: new Date(Date.now() + 1) }
  cookies.staff = `hongyan-staff=${await openStaffSession(database.platformDb, staffId, origin)}`
})
afterAll(async () => {
  for (const app of Object.values(apps)) await app.close()
  await database?.close()
})

const acts: Record<Who, { path: string; body: string; read: string }> = {
  member: { path: '/api/contact-tags/create', body: '{"name":"老客户"}', read: '/api/me' },
  staff: { path: '/api/admin/sign-out', body: '{}', read: '/api/admin/me' },
}

/** One path in all forms that HTTP permits. */
const forms: readonly [string, (path: string, host: string) => string][] = [
  ['plain', path => path],
  ['percent-encoded', path => path.replace('/api', '/%61pi')],
  ['percent-encoded in another letter', path => path.replace('/api', '/a%70i')],
  ['percent-encoded throughout', path => path.replace(/[a-z]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)],
  ['absolute', (path, host) => `http://${host}${path}`],
  ['absolute and percent-encoded', (path, host) => `http://${host}${path.replace('/api', '/%61pi')}`],
  ['with a query', path => `${path}?x=/api/`],
  ['with two slashes', path => `/${path}`],
  ['with two slashes inside', path => path.replace('/api/', '/api//')],
  ['with a slash at the end', path => `${path}/`],
  ['in mixed case', path => path.replace('/api', '/Api')],
  ['with a dot segment', path => `/x/..${path}`],
  ['with a semicolon', path => path.replace('/api', '/api;x=1')],
]
const cases = (['member', 'staff'] as const).flatMap(who => forms.map(([name, form]) => [name, who, form] as const))

function send(who: Who, { method, target, headers, body = '' }: { method: string; target: string; headers: object; body?: string }) {
  const { host } = new URL(bases[who])
  const all = {
    Host: host,
    Cookie: cookies[who],
    Connection: 'close',
    ...(body ? { 'Content-Length': Buffer.byteLength(body) } : {}),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return sendRaw(bases[who], [`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`])
}

test.each(cases)('a path that is %s allows another site no act of %s', async (_, who, form) => {
  const { path, body } = acts[who]
  const target = form(path, new URL(bases[who]).host)
  const json = { 'Content-Type': 'application/json' }
  for (const headers of [
    { ...json, Origin: 'https://evil.example' },
    { ...json, 'Sec-Fetch-Site': 'cross-site' },
    { ...json, 'Sec-Fetch-Site': 'none' },
    { 'Content-Type': 'text/plain' },
  ]) {
    const answer = await send(who, { method: 'POST', target, headers, body })
    expect(answer.status).toBe(403)
    expect(answer.body).toContain('origin_refused')
  }
})

test.each(cases)('a path that is %s shows another site nothing of %s and is never cached', async (_, who, form) => {
  const target = form(acts[who].read, new URL(bases[who]).host)
  const foreign = await send(who, { method: 'GET', target, headers: { 'Sec-Fetch-Site': 'cross-site' } })
  expect([403, 404]).toContain(foreign.status)
  const own = await send(who, { method: 'GET', target, headers: { 'Sec-Fetch-Site': 'same-origin' } })
  expect([200, 404]).toContain(own.status)
  for (const { headers } of [foreign, own]) expect(headers.toLowerCase()).toContain('cache-control: no-store')
})

test('the own origin acts by an encoded path as by a plain one', async () => {
  const { host } = new URL(bases.member)
  const { path, body } = acts.member
  const headers = { Origin: `http://${host}`, 'Content-Type': 'application/json' }
  expect((await send('member', { method: 'POST', target: path.replace('/api', '/%61pi'), headers, body })).status).toBe(200)
})

test('every unsafe route refuses another origin, except for gateways and the page that a letter links to', async () => {
  for (const who of ['member', 'staff'] as const) {
    const taking: string[] = []
    for (const route of routesOf(apps[who])) {
      const [method, path] = takeOrThrow(route.split(' '), 2)
      if (['GET', 'HEAD', 'OPTIONS'].includes(method)) continue
      const target = path.replace(/:\w+/g, newId())
      const { status } = await send(who, {
        method,
        target,
        headers: { Origin: 'https://evil.example', 'Content-Type': 'application/json' },
        body: '{}',
      })
      if (status !== 403) taking.push(path)
    }
    expect(taking.sort()).toEqual(who === 'member' ? ['/invoice-email', '/pay/webhook/:paymentMethod'] : [])
  }
})
