import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { financeOverviewCalls } from '#contract/billing/finance-overview.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { homeCalls } from '#contract/home/home.ts'
import { deliveryCalls } from '#contract/messages/delivery.ts'
import { asAccount } from '#db/connect.ts'
import { type DemoAccounts, seedDemo } from '#db/seed/demo.ts'
import { seedReference } from '#db/seed/reference.ts'
import { Files } from '#domain/platform/files.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { parseAnswer } from '#test/support/answer.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSessionCookie, proveSessions } from '#test/support/session.ts'
import { encodeId, newId } from '#values/id.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { wholeFen } from '#values/tax.ts'

const secret = 'a secret of at least thirty-two characters'
const shortLinkUrl = 'https://hy.example'
const now = new Date('2026-11-20T10:00:00Z')
const folder = path.join(os.tmpdir(), `hongyan-delivery-${process.pid}`)

const database = prepareTestDatabase()
let app: App
let base: string
let demo: DemoAccounts

beforeAll(async () => {
  await seedReference(database.url, { secret, upstream: { host: '127.0.0.1', port: 2775 }, now })
  demo = (await seedDemo(database.url, { secret, shortLinkUrl, files: new Files(folder, secret), now }))!
  app = await createCustomerApp({ db: database.db, secret, now: () => now })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** Makes requests as the owner of a demo account, or as a member with another role. */
async function askAs({ login }: { login: string }, role = 'owner') {
  const name = await database.platformDb.selectFrom('loginName').selectAll().where('login', '=', login).executeTakeFirstOrThrow()
  const account = name.accountId
  const memberId = role === 'owner' ? name.memberId : newId()
  if (role !== 'owner')
    await asAccount(database.db, account, tx =>
      tx
        .insertInto('member')
        .values({ accountId: account, memberId, login: memberId, phone: '', name: '成员', role, passwordHash: '-' })
        .execute(),
    )
  const cookie = await createSessionCookie(database.db, account, memberId)
  return async (path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', cookie }
    const answer = await fetch(base + path, { method: body ? 'POST' : 'GET', headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
}
type Ask = Awaited<ReturnType<typeof askAs>>
const list = async (ask: Ask, query = '') => parseAnswer(deliveryCalls.list, (await ask(`/api/messages${query}`)).body)

test('rows, counts and the home page agree with each other', async () => {
  const ask = await askAs(demo.customer)
  const today = '?from=2026-11-19T16:00:00Z&until=2026-11-20T16:00:00Z'
  const figures = parseAnswer(deliveryCalls.figures, (await ask(`/api/messages/figures${today}`)).body)
  let cursor: string | null = null
  let listed = 0
  do {
    const page: CallAnswerWire<typeof deliveryCalls.list> = await list(ask, `${today}&pageSize=100${cursor ? `&cursor=${cursor}` : ''}`)
    listed += page.rows.length
    cursor = page.nextCursor
  } while (cursor)
  const home = parseAnswer(homeCalls.overview, (await ask('/api/home')).body)
  const money = parseAnswer(homeCalls.money, (await ask('/api/home/money')).body)
  const { month, pace, invoiceable } = parseAnswer(financeOverviewCalls.read, (await ask(financeOverviewCalls.read.path)).body)
  const { orderHao, usageHao } = month
  expect(orderHao).toBeGreaterThan(0)
  expect(money.months.at(-1)).toMatchObject({ month: month.month, orderHao, usageHao })
  expect(money.forecastHao).toBe(pace.forecastHao)
  expect(money.owedHao).toBe(0)
  expect(money.invoiceableHao).toBe(invoiceable.reduce((sum, { availableHao }) => sum + Math.max(0, wholeFen(availableHao)), 0))
  const trend = parseAnswer(homeCalls.trend, (await ask('/api/home/trend')).body)
  const { otp: code, transactional: notice, marketing } = lastOrThrow(trend.days)
  expect(listed).toBeGreaterThan(100)
  expect(figures).toMatchObject({ messageCount: listed, countedNewest: null })
  expect(home.today).toMatchObject({ acceptedCount: listed, deliveredCount: figures.deliveredCount, waitingCount: figures.waitingCount })
  expect(code + notice + marketing).toBe(listed)
  expect(home).toMatchObject({ waiting: { rejectedSignatures: 1, rejectedTemplates: 1 }, steps: { isAttested: true, hasSent: true } })
  expect(home.broadcasts).toHaveLength(5)
})

test('numbers leave the server masked; a whole one needs a permission', async () => {
  const [owner, viewer] = [await askAs(demo.customer), await askAs(demo.customer, 'viewer')]
  const page = await list(viewer, '?state=failed')
  expect(page.rows.length).toBe(20)
  for (const row of page.rows) expect(row.phone).toMatch(/^1\d\d\*{4}\d{4}$/)
  const { messageId } = firstOrThrow(page.rows)
  expect(await viewer('/api/messages/reveal', { messageId })).toMatchObject({ status: 403, body: { error: { code: 'not_allowed' } } })
  expect(await owner('/api/messages/reveal', { messageId })).toMatchObject({ status: 403, body: { error: { code: 'step_up_required' } } })
  const { accountId, memberId } = await database.platformDb
    .selectFrom('loginName')
    .select(['accountId', 'memberId'])
    .where('login', '=', demo.customer.login)
    .executeTakeFirstOrThrow()
  await proveSessions(database.db, { account: accountId, memberId }, 'number', now)
  expect(await owner('/api/messages/reveal', { messageId })).toMatchObject({
    status: 200,
    body: { phone: expect.stringMatching(/^1\d{10}$/) },
  })
})

test('a message of one account is not found by another', async () => {
  const [owner, newcomer] = [await askAs(demo.customer), await askAs(demo.empty)]
  const { messageId } = firstOrThrow((await list(owner)).rows)
  expect((await owner(`/api/messages/one?messageId=${messageId}`)).status).toBe(200)
  expect((await newcomer(`/api/messages/one?messageId=${messageId}`)).status).toBe(404)
  expect((await newcomer('/api/messages/reveal', { messageId })).status).toBe(404)
  expect(await list(newcomer, `?messageId=${messageId}`)).toEqual({ rows: [], nextCursor: null, searchedUntil: null })
  expect((await newcomer('/api/inbound')).body).toEqual({ rows: [], nextCursor: null })
})

test.each([
  ['a range that ends before it begins', '?from=2026-11-20T00:00:00Z&until=2026-11-19T00:00:00Z', { from: '开始时间须早于结束时间' }],
  ['an unknown province', '?province=Guangdong', { province: expect.stringContaining('须为北京、') }],
  ['a number of five digits', '?phone=12345', { phone: '请输入11位手机号，或后4位' }],
  ['an id of another kind', `?messageId=${encodeId('broadcast', newId())}`, { messageId: '编号格式不正确' }],
  ['an unknown state, in Chinese', '?state=lost', { state: expect.stringContaining('须为queued、') }],
  ['an invalid time', '?from=yesterday', { from: '时间格式不正确' }],
  ['a time before the first possible id', '?until=0001-01-01T00:00:00Z', { until: '时间格式不正确' }],
  ['an unstorable character', '?customId=%00', undefined],
])('%s is refused', async (_, query, fields) => {
  const ask = await askAs(demo.customer)
  const error = { code: 'input_invalid', ...(fields ? { fields } : {}) }
  expect(await ask(`/api/messages${query}`)).toMatchObject({ status: 422, body: { error } })
})
