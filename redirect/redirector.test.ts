import { once } from 'node:events'
import { type OutgoingHttpHeaders, request, type Server } from 'node:http'
import { connect } from 'node:net'
import pino from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashLinkPassword } from '#domain/visits/password.ts'
import { findCode } from '#domain/visits/route-read.ts'
import { claimVisits } from '#domain/visits/visit-limit.ts'
import { readNote } from '#domain/visits/visit-note.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createLinks, setLinkState, type TestLink } from '#test/support/links.ts'
import { type AccountId, encodeId, newId } from '#values/id.ts'
import { FixedWindowLimiter } from '#values/limiter.ts'
import { firstOrThrow, portOrThrow } from '#values/or-throw.ts'
import { LinkIndex } from './link-index.ts'
import { OwnDomains } from './own-domains.ts'
import { createRedirector } from './redirector.ts'
import { VisitAllowance } from './visit-allowance.ts'
import { visitorAddress } from './visitor-address.ts'

const logger = pino({ level: 'silent' })
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const wechat = `${phone} MicroMessenger/8.0.48`
/** 10:00 in China. */
const morning = new Date('2026-11-21T02:00:00Z')

const database = prepareTestDatabase()
let account: AccountId
beforeAll(async () => {
  account = (await createAccount(database.db)).account
})

let server: Server
let index: LinkIndex
let notes: string[]
let asked: string[]
let isAway: boolean
let now: Date
let overtake: () => Promise<void>
beforeEach(async () => {
  notes = []
  asked = []
  isAway = false
  now = morning
  overtake = async () => undefined
  server = await listen()
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

const db = () => database.platformDb
const orAway = <Value>(ask: () => Promise<Value>) => (isAway ? Promise.reject(new Error('away')) : ask())
async function listen(): Promise<Server> {
  index = new LinkIndex({ maxCodes: 1_000, missingMs: 5_000 })
  const domains = new OwnDomains({
    read: async () => [{ domain: 'go.customer.cn', accountId: account, merchant: '云雀商贸有限公司' }],
    logger,
  })
  await domains.reread()
  const made = createRedirector({
    index,
    misses: new FixedWindowLimiter({ most: 4, windowMs: 600_000 }),
    allowance: new VisitAllowance({ now: () => now, claim: (link, count) => orAway(() => claimVisits(db(), link, count)) }),
    domains,
    now: () => now,
    logger,
    find: (domain, code) => {
      asked.push(code)
      return orAway(async () => {
        const found = await findCode(db(), domain, code)
        await overtake()
        return found
      })
    },
    note: line => notes.push(line),
    addressOf: visitorAddress('127.0.0.1'),
    markKey: 'k',
    shortLinkUrl: 'https://hy.cn',
  })
  made.server.listen(0, '127.0.0.1')
  await once(made.server, 'listening')
  return made.server
}

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}
let made = 0
/** Sends each request from a new address unless the headers name one. */
async function ask(
  path: string,
  { method = 'GET', headers = {}, form }: { method?: string; headers?: OutgoingHttpHeaders; form?: string } = {},
) {
  made += 1
  const sent = request({
    port: portOrThrow(server),
    host: '127.0.0.1',
    path,
    method: form === undefined ? method : 'POST',
    headers: { 'user-agent': phone, 'x-forwarded-for': `203.0.113.${made % 250}`, ...headers },
  })
  sent.end(form)
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return { status: answer.statusCode ?? 0, headers: answer.headers, text } satisfies Answer
}

async function linkWith(set: Record<string, unknown> = {}): Promise<TestLink> {
  const link = firstOrThrow(await createLinks(db(), account, 1))
  if (Object.keys(set).length > 0)
    await db().updateTable('link').set(set).where('accountId', '=', account).where('linkId', '=', link.linkId).execute()
  return link
}
const claim = ({ linkId }: TestLink, code: string, folded: string | null) =>
  db().insertInto('shortCode').values({ code, accountId: account, linkId, foldedCode: folded }).execute()
const notesOf = () => notes.map(line => readNote(line.slice(0, -1))!)
/** Records of visits that were redirected. */
const led = () => notesOf().filter(note => note.missed === null)

test('a link redirects to its target, is recorded, and leaks nothing to caches or referrers', async () => {
  const link = await linkWith({ referrerPolicy: 'no-referrer' })
  const { status, headers } = await ask(`/${link.code}?x=1`, {
    headers: { referer: 'https://a.cn/b', 'x-forwarded-for': '114.114.114.114' },
  })
  expect([status, headers.location, headers['cache-control'], headers['referrer-policy']]).toEqual([
    302,
    link.target,
    'no-store',
    'no-referrer',
  ])
  expect(notesOf()).toMatchObject([
    { linkId: link.linkId, method: 'get', address: '114.114.114.114', referrer: 'https://a.cn/b', agent: phone },
  ])
})

test('an https domain of the platform sends HSTS; domains of customers do not', async () => {
  const [link, guarded] = [await linkWith(), await linkWith({ visitLimit: 5 })]
  // Twice: the second request is answered without the database.
  for (const path of [`/${link.code}`, `/${link.code}`, `/${guarded.code}`, '/Nothing2', '/robots.txt'])
    expect((await ask(path)).headers['strict-transport-security'], path).toBe('max-age=63072000')
  for (const path of ['/Nothing2', '/robots.txt'])
    expect((await ask(path, { headers: { host: 'go.customer.cn' } })).headers['strict-transport-security'], path).toBe(undefined)
})

test('the query is appended and the placeholders in a target are filled in', async () => {
  const link = await linkWith({ target: 'https://example.com/%7Bcode%7D?to={recipient}#end', passesQuery: true })
  const messageId = newId()
  await db().insertInto('shortCode').values({ code: 'Recip234', accountId: account, linkId: link.linkId, messageId }).execute()
  expect((await ask(`/${link.code}?x=1`)).headers.location).toBe(`https://example.com/${link.code}?to=&x=1#end`)
  expect((await ask('/Recip234')).headers.location).toBe(`https://example.com/Recip234?to=${encodeId('message', messageId)}#end`)
  expect(notesOf().at(-1)).toMatchObject({ messageId })
})

test('text that phones include in the address is cut off', async () => {
  const link = await linkWith()
  for (const rest of ['/', '.', ').', '%EF%BC%8C%E5%9B%9ET', '%E3%80%82'])
    expect((await ask(`/${link.code}${rest}`)).headers.location).toBe(link.target)
  const whole = `http://hy.cn/${link.code}`
  expect((await ask(whole, { headers: { host: 'hy.cn' } })).headers.location).toBe(link.target)
  // The host determines the link: an ambiguous one is refused.
  expect((await ask(whole, { headers: { host: 'other.cn' } })).status).toBe(400)
  for (const rest of ['/more', '.php', '=']) expect((await ask(`/${link.code}${rest}`)).status).toBe(404)
})

test.each([
  ['HEAD', 'HEAD', {}],
  ['Sec-Purpose', 'GET', { 'sec-purpose': 'prefetch;prerender' }],
  ['Purpose', 'GET', { purpose: 'prefetch' }],
  ['X-Moz', 'GET', { 'x-moz': 'prefetch' }],
])('a request without a viewer is answered, recorded as unseen and given no cookie: %s', async (_, method, headers) => {
  const link = await linkWith()
  const answer = await ask(`/${link.code}`, { method, headers })
  expect(answer).toMatchObject({ status: 302, text: '' })
  expect([answer.headers.location, answer.headers['set-cookie']]).toEqual([link.target, undefined])
  expect(notesOf()).toMatchObject([{ method: 'unseen' }])
})

test('a custom code works in any case, a random one only in its own', async () => {
  const own = await linkWith({ target: 'https://shop.cn/?from={code}' })
  const code = `Poster-${made}`
  await claim(own, code, code.toLowerCase())
  for (const typed of [code, code.toUpperCase(), code.toLowerCase(), code.toUpperCase()])
    expect((await ask(`/${typed}`)).headers.location).toBe(`https://shop.cn/?from=${code}`)
  expect(asked.filter(one => one === code.toUpperCase())).toHaveLength(1)
  expect(led()).toHaveLength(4)
  let drawn = await linkWith()
  while (drawn.code === drawn.code.toLowerCase()) drawn = await linkWith()
  expect((await ask(`/${drawn.code.toLowerCase()}`)).status).toBe(404)
  await db().updateTable('link').set({ state: 'disabled' }).where('accountId', '=', account).where('linkId', '=', own.linkId).execute()
  index.forget({ accountId: account, linkId: own.linkId })
  expect((await ask(`/${code.toUpperCase()}`)).status).toBe(404)
})

test('an exact code takes precedence over a custom one in another case', async () => {
  const [own, drawn] = [await linkWith({ target: 'https://own.cn/' }), await linkWith({ target: 'https://drawn.cn/' })]
  await claim(own, 'huiyuan', 'huiyuan')
  await claim(drawn, 'HuiYuan', null)
  const targets = ['huiyuan', 'HuiYuan', 'HUIYUAN'].map(async code => (await ask(`/${code}`)).headers.location)
  expect(await Promise.all(targets)).toEqual(['https://own.cn/', 'https://drawn.cn/', 'https://own.cn/'])
})

test('a visitor has one id with or without cookies; recipients behind one address are told apart', async () => {
  const link = await linkWith()
  const from = { 'x-forwarded-for': '198.51.100.7' }
  const first = await ask(`/${link.code}`, { headers: from })
  const cookie = firstOrThrow(first.headers['set-cookie'] ?? [])
  expect(cookie).toMatch(/^v=[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  await ask(`/${link.code}`, { headers: from })
  const kept = await ask(`/${link.code}`, { headers: { cookie: `a=b; ${cookie.split(';')[0]}`, 'x-forwarded-for': '198.51.100.99' } })
  expect(kept.headers['set-cookie']).toBeUndefined()
  await ask(`/${link.code}`, { headers: { ...from, cookie: 'v=forged' } })
  const marks = notesOf().map(note => note.visitor)
  expect(new Set(marks)).toEqual(new Set([cookie.slice(2, 24)]))
  now = new Date(morning.getTime() + 86_400_000)
  await ask(`/${link.code}`, { headers: from })
  await db().insertInto('shortCode').values({ code: 'Recip235', accountId: account, linkId: link.linkId, messageId: newId() }).execute()
  await ask('/Recip235', { headers: from })
  expect(new Set(notesOf().map(note => note.visitor)).size).toBe(3)
})

test('unknown, deleted and disabled codes are indistinguishable', async () => {
  const off = await linkWith({ state: 'disabled' })
  const deleted = await linkWith({ deletedAt: new Date() })
  const answers = []
  for (const code of ['nothin7', off.code, deleted.code]) {
    const { status, headers, text } = await ask(`/${code}`)
    answers.push({ status, headers: { ...headers, date: '' }, text: text.replace(code, '…') })
    await ask(`/${code}`)
  }
  expect(firstOrThrow(answers).status).toBe(404)
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  // Each is queried once and then remembered as unknown.
  expect(asked).toEqual(['nothin7', off.code, deleted.code])
  expect(led()).toEqual([])
})

test('a blocked link and links of a stopped account show a warning', async () => {
  const link = await linkWith({ state: 'blocked' })
  expect(await ask(`/${link.code}`)).toMatchObject({ status: 403, text: expect.stringContaining('链接已被封禁') })
  const other = (await createAccount(database.db)).account
  const stopped = firstOrThrow(await createLinks(db(), other, 1))
  expect((await ask(`/${stopped.code}`)).status).toBe(302)
  await db().insertInto('linkStop').values({ accountId: other, reason: '冒充银行', staffId: newId() }).execute()
  index.forget({ accountId: other, linkId: null })
  expect((await ask(`/${stopped.code}`)).status).toBe(403)
})

test('a query result that a change overtook is not cached', async () => {
  const link = await linkWith()
  overtake = async () => {
    await setLinkState(db(), account, link.linkId, 'disabled')
    index.forget({ accountId: account, linkId: link.linkId })
  }
  expect((await ask(`/${link.code}`)).status).toBe(302)
  overtake = async () => undefined
  expect((await ask(`/${link.code}`)).status).toBe(404)
})

test('a link before its start, after its end and outside of its hours says so', async () => {
  const early = await linkWith({ startsAt: new Date('2026-11-22T00:30:00Z') })
  expect((await ask(`/${early.code}`)).text).toContain('将在 2026-11-22 08:30 开放')
  const ended = await linkWith({ endsAt: morning })
  expect(await ask(`/${ended.code}`)).toMatchObject({ status: 410, text: expect.stringContaining('链接已失效') })
  const elsewhere = await linkWith({ endsAt: morning, endedTarget: 'https://example.com/over' })
  expect((await ask(`/${elsewhere.code}`)).headers.location).toBe('https://example.com/over')
  const night = await linkWith({ activeFromMinute: 1320, activeUntilMinute: 390 })
  expect((await ask(`/${night.code}`)).text).toContain('每天 22:00 至次日 06:30 开放')
  now = new Date('2026-11-21T15:00:00Z')
  expect((await ask(`/${night.code}`)).status).toBe(302)
})

test('a visitor in WeChat is asked to leave it, with the address to copy', async () => {
  const link = await linkWith({ rules: JSON.stringify([{ inApps: ['微信'], targets: [] }]) })
  const { status, text } = await ask(`/${link.code}`, { headers: { 'user-agent': wechat } })
  expect(status).toBe(200)
  for (const words of ['请在浏览器打开', '微信内', 'Safari', `https://hy.cn/${link.code}`]) expect(text).toContain(words)
  expect((await ask(`/${link.code}`)).status).toBe(302)
  expect(led()).toHaveLength(1)
})

test('a password page redirects after the right password without leaving anything behind', async () => {
  const link = await linkWith({ passwordHash: await hashLinkPassword('开门 2026') })
  const page = await ask(`/${link.code}`)
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<form method="post">') })
  expect(await ask(`/${link.code}`, { form: 'password=wrong' })).toMatchObject({ status: 403, text: expect.stringContaining('密码不正确') })
  expect(led()).toEqual([])
  const right = await ask(`/${link.code}`, { form: new URLSearchParams({ password: '开门 2026' }).toString() })
  expect([right.status, right.headers.location]).toEqual([303, link.target])
  expect(led()).toMatchObject([{ method: 'get', linkId: link.linkId }])
  expect((await ask(`/${link.code}`, { form: `password=${'x'.repeat(2_000)}` })).status).toBe(413)
})

test('a visitor who guesses a password is refused, even with the right one and concurrently', async () => {
  const link = await linkWith({ passwordHash: await hashLinkPassword('right') })
  const headers = { 'x-forwarded-for': '198.51.100.20' }
  const tries = await Promise.all(Array.from({ length: 12 }, () => ask(`/${link.code}`, { headers, form: 'password=wrong' })))
  const statuses = tries.map(answer => answer.status).sort()
  expect(statuses.filter(status => status === 403)).toHaveLength(5)
  expect(statuses.at(-1)).toBe(429)
  expect((await ask(`/${link.code}`, { headers, form: 'password=right' })).status).toBe(429)
  expect((await ask(`/${link.code}`, { form: 'password=right' })).status).toBe(303)
})

test('a visit limit of a link holds across redirectors', async () => {
  const link = await linkWith({ visitLimit: 20 })
  const first = server
  const second = await listen()
  const statuses = []
  for (const one of [first, second]) {
    server = one
    statuses.push(...(await Promise.all(Array.from({ length: 15 }, () => ask(`/${link.code}`)))).map(answer => answer.status))
  }
  expect(statuses.filter(status => status === 302)).toHaveLength(20)
  expect(statuses.filter(status => status === 410)).toHaveLength(10)
  expect(led()).toHaveLength(20)
  first.close()
})

test('bots and unseen requests use up no visits, and are not redirected after the last one', async () => {
  const link = await linkWith({ visitLimit: 1, endedTarget: 'https://example.com/over' })
  for (const headers of [{ 'user-agent': 'TelegramBot (like TwitterBot)' }, { purpose: 'prefetch' }, {}])
    expect((await ask(`/${link.code}`, { headers })).headers.location).toBe(link.target)
  for (const headers of [{ 'user-agent': 'TelegramBot (like TwitterBot)' }, {}])
    expect((await ask(`/${link.code}`, { headers })).headers.location).toBe('https://example.com/over')
})

test('visits without the database are counted from the last known state, and added when it is back', async () => {
  const link = await linkWith({ visitLimit: 5 })
  const count = async (times: number) => {
    const statuses = []
    for (let time = 0; time < times; time += 1) statuses.push((await ask(`/${link.code}`)).status)
    return statuses.filter(status => status === 302).length
  }
  expect(await count(2)).toBe(2)
  isAway = true
  expect(await count(2)).toBe(2)
  isAway = false
  now = new Date(now.getTime() + 5_000)
  expect(await count(3)).toBe(1)
  // across accounts: a test of its own link.
  const known = await db()
    .selectFrom('linkVisitCount')
    .select('visitCount')
    .where('accountId', '=', account)
    .where('linkId', '=', link.linkId)
    .execute()
  expect(known).toEqual([{ visitCount: 5 }])
})

test('without the database known links redirect and unknown codes get Retry-After', async () => {
  const link = await linkWith()
  await ask(`/${link.code}`)
  isAway = true
  expect((await ask(`/${link.code}`)).status).toBe(302)
  const unknown = await ask('/unknown7')
  expect([unknown.status, unknown.headers['retry-after']]).toEqual([503, '5'])
})

test('customers’ domains have codes of their own; an unknown name counts as the platform’s', async () => {
  const link = await linkWith()
  const own = await linkWith()
  await db().insertInto('shortCode').values({ domain: 'go.customer.cn', code: link.code, accountId: account, linkId: own.linkId }).execute()
  const at = async (host: string) => (await ask(`/${link.code}`, { headers: { host } })).headers.location
  expect(await at('hy.cn')).toBe(link.target)
  expect(await at('GO.customer.cn:8443')).toBe(own.target)
  expect(await at('go.customer.cn')).toBe(own.target)
  expect(await at('203.0.113.1')).toBe(link.target)
  await setLinkState(db(), account, own.linkId, 'disabled')
  index.forget({ accountId: account, linkId: own.linkId })
  expect(await at('go.customer.cn')).toBeUndefined()
})

test('requests for many unknown codes are refused, by whole IPv6 networks', async () => {
  const link = await linkWith()
  await ask(`/${link.code}`)
  const statuses = []
  for (let guess = 0; guess < 6; guess += 1)
    statuses.push((await ask(`/guess${guess}`, { headers: { 'x-forwarded-for': `2001:db8:1:2::${guess}` } })).status)
  expect(statuses).toEqual([404, 404, 404, 404, 429, 429])
  expect((await ask('/guess9', { headers: { 'x-forwarded-for': '2001:db8:1:3::1' } })).status).toBe(404)
  expect((await ask(`/${link.code}`, { headers: { 'x-forwarded-for': '2001:db8:1:2::1' } })).status).toBe(302)
})

test('paths that are no codes have static responses', async () => {
  expect((await ask('/')).text).toContain('短链接服务')
  expect((await ask('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
  expect((await ask('/health')).text).toBe('ok\n')
  expect((await ask('/favicon.ico')).status).toBe(204)
  expect((await ask('/.well-known/security.txt')).status).toBe(404)
  expect(asked).toEqual([])
  const put = await ask('/', { method: 'PUT' })
  expect([put.status, put.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
})

test('malformed HTTP is refused, and other requests are served on', async () => {
  const link = await linkWith()
  const socket = connect(portOrThrow(server), '127.0.0.1')
  socket.write('GET /\u0001 nonsense\r\n\r\n')
  expect(Buffer.concat(await once(socket, 'data')).toString()).toMatch(/^HTTP\/1.1 400/)
  socket.destroy()
  expect((await ask(`/${link.code}`)).status).toBe(302)
})

test('a visitor who gets a page instead of the target is recorded with the reason, and again when the page is passed', async () => {
  const leaving = await linkWith({ rules: JSON.stringify([{ inApps: ['微信'], targets: [] }]) })
  const early = await linkWith({ startsAt: new Date(morning.getTime() + 60_000) })
  const ended = await linkWith({ endsAt: morning })
  const closed = await linkWith({ activeFromMinute: 0, activeUntilMinute: 60 })
  const locked = await linkWith({ passwordHash: await hashLinkPassword('right') })
  const disabled = await linkWith({ state: 'disabled' })
  const reviewing = await linkWith({ state: 'reviewing' })
  await ask(`/${leaving.code}`, { headers: { 'user-agent': wechat } })
  for (const link of [early, ended, closed, locked, disabled, disabled, reviewing]) await ask(`/${link.code}`)
  expect(notesOf().map(({ linkId, accountId, missed }) => [linkId, accountId, missed])).toEqual([
    [leaving.linkId, account, 'leave'],
    [early.linkId, account, 'early'],
    [ended.linkId, account, 'ended'],
    [closed.linkId, account, 'closed'],
    [locked.linkId, account, 'password'],
    [disabled.linkId, account, 'disabled'],
    [disabled.linkId, account, 'disabled'],
    [reviewing.linkId, account, 'reviewing'],
  ])
  notes = []
  await ask(`/${leaving.code}`)
  await ask(`/${locked.code}`, { form: 'password=right' })
  expect(notesOf().map(note => note.missed)).toEqual([null, null])
})

test('an unknown code is recorded on a customer’s domain, whose owner the page names, and never on the platform’s', async () => {
  const page = await ask('/nothere', { headers: { host: 'go.customer.cn' } })
  expect(page).toMatchObject({ status: 404, text: expect.stringContaining('云雀商贸有限公司的短链接') })
  const other = await ask('/nothere')
  expect([other.status, other.text.includes('云雀')]).toEqual([404, false])
  expect(notesOf()).toMatchObject([{ accountId: account, missed: 'missing', method: 'get' }])
})
