import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/call.ts'
import { linkCalls, plainLink } from '#contract/links/link.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { sendCall } from '#test/support/answer.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { limits } from '#values/limits.ts'

const now = new Date()
let database: TestDatabase
let app: App
let base: string
let me: TestAccount
let cookie: string

beforeAll(async () => {
  database = await createTestDatabase()
  app = await createCustomerApp({ db: database.db, secret: 'x'.repeat(32), now: () => now, shortLinkUrl: 'https://hy-s.cn' })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  me = await createAccount(database.db, { linkUnits: 10 })
  cookie = await createSessionCookie(database.db, me.account, me.memberId)
  const { platformDb: db } = database
  await db.insertInto('linkDomain').values({ domain: 's.mine.cn', accountId: me.account, state: 'verified' }).execute()
  await db.insertInto('domainRule').values({ domain: 'evil.com', kind: 'blocked' }).execute()
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

async function ask(call: { method: string; path: string; once?: boolean }, input: object) {
  const answer = await sendCall(base, call, input, { cookie })
  return { status: answer.status, body: (await answer.json()) as ErrorBody & Record<string, unknown> }
}
const fields = { ...plainLink, target: 'https://a.cn/', domain: '', ownCode: null, password: null }

test('a link is created, read and changed; its address is on its domain', async () => {
  const made = await ask(linkCalls.create, {
    ...fields,
    target: ' HTTPS://A.CN ',
    domain: 's.mine.cn',
    ownCode: 'spring',
    password: 'abcd',
  })
  expect(made.body).toMatchObject({ shortUrl: 'https://s.mine.cn/spring', state: 'reviewing', target: 'https://a.cn/' })
  const { linkId } = made.body
  expect((await ask(linkCalls.edit, { linkId, title: '春季', endsAt: '2030-01-01T00:00:00+08:00' })).body).toEqual({
    linkId,
    state: 'reviewing',
  })
  const { body } = await ask(linkCalls.one, { linkId: linkId as string })
  expect(body).toMatchObject({ title: '春季', endsAt: '2029-12-31T16:00:00.000Z', hasPassword: true, shortUrl: 'https://s.mine.cn/spring' })
  expect(JSON.stringify(body)).not.toContain('argon2')
  expect((await ask(linkCalls.choices, {})).body).toMatchObject({
    shortLinkUrl: 'https://hy-s.cn',
    domains: ['s.mine.cn'],
    units: { left: 9 },
  })
})

test.each([
  [{ target: 'https://www.evil.com/' }, 'target_refused', { target: '该域名已被平台封禁' }],
  [{ ownCode: 'report' }, 'code_unfit', { ownCode: '该后缀由平台保留，请换一个' }],
  [{ domain: 'not.mine.cn' }, 'link_domain_unusable', undefined],
  [{ target: 'https://127.1/' }, 'input_invalid', { target: '目标网址须用域名，不能用 IP 地址' }],
  [{ startsAt: '2030-01-02T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' }, 'input_invalid', { endsAt: '失效时间须晚于生效时间' }],
  [{ activeFromMinute: 60 }, 'input_invalid', { activeUntilMinute: '请填写完整的时段' }],
])('%j is refused: %s', async (wrong, code, expectedFields) => {
  const { error } = (await ask(linkCalls.create, { ...fields, ...wrong })).body
  expect(error.code).toBe(code)
  expect(error.fields).toEqual(expectedFields)
})

test('a code and a target are validated while they are typed', async () => {
  expect((await ask(linkCalls.checkCode, { domain: '', code: 'fresh-one' })).body).toEqual({ problem: null })
  expect((await ask(linkCalls.checkCode, { domain: '', code: '4dmin' })).body).toEqual({ problem: '该后缀由平台保留，请换一个' })
  expect((await ask(linkCalls.checkTarget, { target: 'https://hy-s.cn/abc' })).body).toMatchObject({
    problem: '不能指向短链接，会造成循环跳转',
  })
  expect((await ask(linkCalls.checkTarget, { target: 'http://a.cn' })).body).toMatchObject({
    target: 'http://a.cn/',
    problem: null,
    needsReview: true,
    notes: [{ level: 'warning', text: '不是 https 网址，浏览器会提示“不安全”' }],
  })
})

test('a refused target is not fetched, and fetches of targets are rate-limited', async () => {
  const follow = () => ask(linkCalls.followTarget, { target: 'https://www.evil.com/' })
  expect((await follow()).body).toEqual({ outcome: 'unchecked', notes: [] })
  for (let times = 1; times < limits.linkFollowsPerMinute; times += 1) expect((await follow()).status).toBe(200)
  expect((await follow()).body.error.code).toBe('too_many_requests')
})
