import { createHash } from 'node:crypto'
import type { Challenge } from 'altcha-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { optOutPageCalls } from '#contract/unsubscribe/opt-out-page.ts'
import { asAccount } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { blockedPhones } from '#domain/blacklist/blacklist.ts'
import { optOutToken } from '#domain/blacklist/opt-out-link.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { optOutEverywhere } from '#jobs/opt-out-everywhere.ts'
import { readAnswer } from '#test/support/answer.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { runJobs } from '#test/support/jobs.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { lastCodeTo, solutionOf } from '#test/support/sign-in.ts'
import { encodeId, newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'

const secret = 'a secret of at least thirty-two characters'
const minuteMs = 60_000
// The helpers send messages now, and marketing has quiet hours.
let nowMs = Date.now()
const database = prepareTestDatabase()
let app: App
let base: string
let made = 0

beforeAll(async () => {
  await seedReference(database.url, { secret, upstream: { host: '127.0.0.1', port: 2775 }, now: new Date(nowMs) })
  app = await createCustomerApp({ db: database.db, secret, now: () => new Date(nowMs), trustProxy: '127.0.0.1' })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const newPhone = () => `1920001${String(1000 + ++made)}`
const visitor = () => ({ 'x-forwarded-for': `10.4.${++made % 250}.${Math.trunc(made / 250)}`, 'user-agent': 'MicroMessenger' })
const post = (path: string, body: unknown, headers: Record<string, string> = visitor()) =>
  fetch(base + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
async function askCode(phone: string, headers?: Record<string, string>): Promise<Response> {
  const { challenge } = (await (await fetch(`${base}/api/captcha`)).json()) as { challenge: Challenge }
  return post('/api/sign-in/send-code', { phone, purpose: 'opt-out', captcha: await solutionOf(challenge) }, headers)
}
async function codeFor(phone: string): Promise<string> {
  nowMs += minuteMs
  expect((await askCode(phone)).status).toBe(200)
  return lastCodeTo(database, phone, new Date(nowMs))
}
const tokenOf = async ({ account, signatureId }: Sending, broadcastId: string | null = null) =>
  (await optOutToken(database.db, secret, { account, signatureId, broadcastId, now: new Date(nowMs) })).token
const act = async (phone: string, facts: Record<string, unknown>) =>
  post('/api/landing/act', { phone, code: await codeFor(phone), act: 'refuse', ...facts })
const isBlocked = ({ account }: Sending, phone: string, signatureId: string) =>
  asAccount(database.db, account, async tx => {
    const check = { phones: [phone], kind: 'marketing', signatureId, now: new Date(nowMs) } as const
    return (await blockedPhones(tx, account, check)).has(phone)
  })
const sender = async (token: string) => (await fetch(`${base}/api/landing?token=${encodeURIComponent(token)}`)).json()

test('an opt-out link names the sender; a wrong or expired one says so, with 200 as well', async () => {
  const one = await createSender(database.db)
  const token = await tokenOf(one)
  expect(await sender(token)).toEqual({ state: 'ok', sender: { signatureText: '鸿雁', accountName: expect.stringContaining('测试公司') } })
  expect(await sender('AAAAAAAAAAAAAAAA')).toEqual({ state: 'invalid', sender: null })
  nowMs += 91 * 24 * 60 * minuteMs
  expect(await sender(token)).toEqual({ state: 'expired', sender: null })
  nowMs -= 91 * 24 * 60 * minuteMs
})

test('an account sees its opt-out records with masked numbers, and gets links of its own signatures only', async () => {
  const [one, two, phone] = [await createSender(database.db), await createSender(database.db), newPhone()]
  const token = await tokenOf(one)
  await act(phone, { token })
  const as = async (of: Sending, role: string) => {
    const memberId = newId()
    await asAccount(database.db, of.account, tx =>
      tx
        .insertInto('member')
        .values({ accountId: of.account, memberId, login: memberId, phone: '', name: '成员', role, passwordHash: '-' })
        .execute(),
    )
    const cookie = await createSessionCookie(database.db, of.account, memberId)
    return {
      records: async (query = '') =>
        await readAnswer(optOutPageCalls.records, await fetch(`${base}/api/landing/records${query}`, { headers: { cookie } })),
      link: (signatureId: string) => post('/api/landing/link', { signatureId: encodeId('signature', signatureId) }, { cookie }),
    }
  }
  const [owner, stranger] = [await as(one, 'owner'), await as(two, 'owner')]
  expect((await owner.records()).rows).toMatchObject([{ phone: `192****${phone.slice(-4)}`, act: 'refuse', signatureText: '鸿雁' }])
  expect((await owner.records(`?phone=${phone.slice(-4)}`)).rows).toHaveLength(1)
  expect((await owner.records('?phone=0000')).rows).toEqual([])
  expect((await stranger.records()).rows).toEqual([])
  const { path } = z.looseObject({ path: z.string() }).parse(await (await owner.link(one.signatureId)).json())
  const led = await fetch(base + path, { redirect: 'manual' })
  const address = new URL(getOrThrow(led.headers, 'location'), base)
  expect([led.status, address.pathname]).toEqual([302, '/landpage/phone-blacklist'])
  expect(await sender(getOrThrow(address.searchParams, 't'))).toMatchObject({ state: 'ok' })
  expect((await stranger.link(one.signatureId)).status).toBe(404)
})

test('a verified number is opted out of that signature at once: waiting messages are refunded, the proof is kept, and opting in works alike', async () => {
  const [one, phone, other] = [await createSender(database.db), newPhone(), newId()]
  const messageId = firstOrThrow(
    await acceptPhones(database.db, one, [phone], { kind: 'marketing', content: '【鸿雁】新茶上市，拒收请回复R' }),
  )
  const token = await tokenOf(one)
  expect((await act(phone, { token })).status).toBe(200)
  expect([await isBlocked(one, phone, one.signatureId), await isBlocked(one, phone, other)]).toEqual([true, false])
  const kept = await asAccount(database.db, one.account, async tx => ({
    message: await tx
      .selectFrom('message')
      .select('state')
      .where('accountId', '=', one.account)
      .where('messageId', '=', messageId)
      .executeTakeFirst(),
    held: firstOrThrow((await balancesOf(tx, one.account)).grants).heldCount,
    record: await tx.selectFrom('optOutRecord').selectAll().where('accountId', '=', one.account).executeTakeFirst(),
  }))
  expect(kept.message).toEqual({ state: 'refused' })
  expect(kept.held).toBe(0)
  expect(kept.record).toMatchObject({
    phone,
    act: 'refuse',
    signatureId: one.signatureId,
    messageId,
    contentHash: createHash('sha256').update('【鸿雁】新茶上市，拒收请回复R').digest('hex'),
    address: expect.stringMatching(/^10\.4\./),
    agent: 'MicroMessenger',
    at: new Date(nowMs),
  })
  expect((await act(phone, { token, act: 'restore' })).status).toBe(200)
  expect(await isBlocked(one, phone, one.signatureId)).toBe(false)
})

test('an opt-out can cover the whole sender, and a complaint needs a reason', async () => {
  const [one, first, second, other] = [await createSender(database.db), newPhone(), newPhone(), newId()]
  const token = await tokenOf(one)
  await act(first, { token, scope: 'account' })
  expect(await isBlocked(one, first, other)).toBe(true)
  const without = await act(second, { token, act: 'complain' })
  expect(await without.json()).toMatchObject({ error: { code: 'input_invalid', fields: { reason: '请选择投诉的原因' } } })
  await act(second, { token, act: 'complain', reason: '退订后仍然收到', words: '退过两次了' })
  const entry = await asAccount(database.db, one.account, tx =>
    tx
      .selectFrom('blacklist')
      .select(['source', 'evidence'])
      .where('accountId', '=', one.account)
      .where('phone', '=', second)
      .executeTakeFirst(),
  )
  expect(entry).toMatchObject({ source: 'complaint', evidence: { words: '退订后仍然收到：退过两次了' } })
})

test('an opt-out without a link covers everybody who has sent marketing to the number, nobody else, and is revoked alike', async () => {
  const phone = newPhone()
  const [one, two, stranger] = [await createSender(database.db), await createSender(database.db), await createSender(database.db)]
  for (const from of [one, two]) await acceptPhones(database.db, from, [phone], { kind: 'marketing' })
  await acceptPhones(database.db, stranger, [phone], { kind: 'transactional' })
  const blocked = () => Promise.all([one, two, stranger].map(from => isBlocked(from, phone, from.signatureId)))
  const work = () => runJobs(database, { opt_out_everywhere: optOutEverywhere }, new Date(nowMs))
  expect((await act(phone, {})).status).toBe(200)
  await work()
  expect(await blocked()).toEqual([true, true, false])
  expect((await act(phone, { act: 'restore' })).status).toBe(200)
  await work()
  expect(await blocked()).toEqual([false, false, false])
  expect(await (await act(phone, { act: 'complain', reason: '其他' })).json()).toMatchObject({ error: { code: 'opt_out_link_invalid' } })
})

test('known and unknown numbers get the same bytes', async () => {
  const [one, known, unknown] = [await createSender(database.db), newPhone(), newPhone()]
  await acceptPhones(database.db, one, [known], { kind: 'marketing' })
  const token = await tokenOf(one)
  const bytes = async (answer: Response) => [answer.status, (await answer.text()).replace(/"requestId":"[^"]+"/, '')]
  const answersFor = async (phone: string) => [
    await bytes(await act(phone, { token })),
    await bytes(await act(phone, { token })),
    await bytes(await post('/api/landing/act', { token, phone, code: '000000', act: 'restore' })),
    await bytes(await post('/api/landing/act', { phone, code: '000000', act: 'refuse' })),
  ]
  const ofKnown = await answersFor(known)
  expect(ofKnown.map(([status]) => status)).toEqual([200, 200, 422, 422])
  expect(await answersFor(unknown)).toEqual(ofKnown)
})

test('a code is bound to its number and purpose, and limited to three a day', async () => {
  const [one, phone] = [await createSender(database.db), newPhone()]
  const token = await tokenOf(one)
  const code = await codeFor(phone)
  const other = await post('/api/landing/act', { token, phone: newPhone(), code, act: 'refuse' })
  expect(other.status).toBe(422)
  expect((await post('/api/sign-in/by-code', { phone, code })).status).toBe(422)
  await codeFor(phone)
  await codeFor(phone)
  nowMs += minuteMs
  expect(await (await askCode(phone)).json()).toMatchObject({ error: { code: 'code_limited' } })
})

test('one address can request a limited number of codes, whatever the numbers', async () => {
  const from = { 'x-forwarded-for': '203.0.113.77' }
  const outcomes: number[] = []
  for (let count = 0; count < 21; count += 1) outcomes.push((await askCode(newPhone(), from)).status)
  expect(outcomes).toEqual([...Array.from({ length: 20 }, () => 200), 429])
})
