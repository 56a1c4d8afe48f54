import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { Files } from '#domain/platform/files.ts'
import { unitsOf } from '#domain/visits/units.ts'
import type { App } from '#http/server/app.ts'
import { uuidOf } from '#test/support/answer.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { setLinkState } from '#test/support/links.ts'
import { addProgram, createProgram, openSecret, type Program } from '#test/support/open.ts'
import { recordVisits } from '#test/support/visits.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, takeOrThrow } from '#values/or-throw.ts'
import { createOpenApp } from './app.ts'

// Noon in China, when marketing may be sent.
const now = new Date('2026-11-21T04:00:00Z')
let database: TestDatabase
let app: App
let url: string
beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.url, { secret: openSecret, upstream: { host: '127.0.0.1', port: 1 }, now })
  app = await createOpenApp({
    db: database.db,
    secret: openSecret,
    now: () => now,
    files: new Files('/dev/null/files'),
    shortLinkUrl: 'https://hy.test',
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

interface Body {
  batchId: string
  messages: { phone: string; messageId?: string; shortUrl?: string; segmentCount?: number; refused?: { code: string } }[]
  error: { code: string; message: string }
}
async function ask<Answer = Body>({ bearer }: Pick<Program, 'bearer'>, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/openapi/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: bearer, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer }
}

/** A customer with a template that contains a link, and an active link. */
async function createShop({ linkUnits = 20 } = {}) {
  const shop = await createProgram(database.db, { now, linkUnits })
  const variables = [
    { name: 'name', kind: 'text', maxLength: 20 },
    { name: 'url', kind: 'link', maxLength: 40 },
  ]
  await asAccount(database.db, shop.account, tx =>
    tx
      .insertInto('template')
      .values({
        accountId: shop.account,
        templateId: newId(),
        code: 'SMS_9',
        name: '会员日',
        kind: 'transactional',
        text: '${name}您好，您的账单见 ${url}',
        variables: JSON.stringify(variables),
        state: 'approved',
      })
      .execute(),
  )
  const { body } = await ask<{ link: { linkId: string } }>(shop, 'links', { target: 'https://example.com/bill' })
  const { linkId } = body.link
  await setLinkState(database.platformDb, shop.account, uuidOf('link', linkId), 'active')
  return { ...shop, linkId }
}
type Shop = Awaited<ReturnType<typeof createShop>>
const bill = ({ linkId }: Shop, phones: string[], extra: object = {}) => ({
  signature: '云栈',
  templateCode: 'SMS_9',
  link: { variable: 'url', linkId },
  recipients: phones.map((phone, index) => ({ phone, templateParam: { name: `会员${index}` } })),
  ...extra,
})
const usedUnits = ({ account }: Shop) => asAccount(database.db, account, async tx => (await unitsOf(tx, account, now)).used)
const contentsOf = async ({ account }: Shop) =>
  (
    await asAccount(database.db, account, tx =>
      tx.selectFrom('message').select('content').where('accountId', '=', account).orderBy('messageId').execute(),
    )
  ).map(row => row.content)

test('each recipient gets an own address, and its visits are attributed', async () => {
  const shop = await createShop()
  const { body } = await ask(shop, 'messages', bill(shop, ['13912345678', '13712345678', '13712345678']))
  const [one, other] = takeOrThrow(body.messages, 2)
  expect(new Set(body.messages.map(({ shortUrl }) => shortUrl)).size).toBe(3)
  expect(one.shortUrl).toMatch(/^https:\/\/hy\.test\/\w{8}$/)
  expect(await contentsOf(shop)).toEqual(body.messages.map(({ shortUrl }, index) => `【云栈】会员${index}您好，您的账单见 ${shortUrl}`))
  // The link itself and three codes.
  expect(await usedUnits(shop)).toBe(4)

  const messageId = uuidOf('message', one.messageId!)
  const visits = [1, 2].map(minute => ({ messageId, atMs: now.getTime() + minute * 60_000 }))
  await recordVisits(database.platformDb, shop.account, uuidOf('link', shop.linkId), visits)
  const firstClickedAt = new Date(firstOrThrow(visits).atMs).toISOString()
  const found = await ask<{ message: object }>(shop, `messages/${one.messageId}`)
  expect(found.body.message).toMatchObject({ clickCount: 2, firstClickedAt })
  const batch = await ask<{ clickedCount: number; messages: object[] }>(shop, `batches/${body.batchId}`)
  expect(batch.body.clickedCount).toBe(1)
  expect(batch.body.messages).toMatchObject([
    { messageId: one.messageId, clickCount: 2 },
    { messageId: other.messageId, clickCount: 0, firstClickedAt: null },
    { clickCount: 0 },
  ])
})

test('a repeated request under the same key returns the same addresses and consumes nothing', async () => {
  const shop = await createShop()
  const key = { 'idempotency-key': 'bill-2026-11' }
  const first = await ask(shop, 'messages', bill(shop, ['13912345678']), key)
  const again = await ask(shop, 'messages', bill(shop, ['13912345678']), key)
  expect(again.body).toEqual(first.body)
  expect(await usedUnits(shop)).toBe(2)
})

test('a number that is repeated with the same text gets one message and one address', async () => {
  const shop = await createShop()
  const twice = bill(shop, [], { recipients: undefined, phones: ['13912345678', '+86 13912345678'], templateParam: { name: '会员' } })
  const { body } = await ask(shop, 'messages', twice)
  expect(body.messages).toHaveLength(1)
  expect(await usedUnits(shop)).toBe(2)
})

test('duplicate suppression of an app ignores differing addresses', async () => {
  const shop = await createShop()
  const wary = { ...shop, ...(await addProgram(database.db, shop, { now, settings: { duplicateSeconds: 60 } })) }
  await ask(wary, 'messages', bill(wary, ['13912345678']))
  const again = await ask(wary, 'messages', bill(wary, ['13912345678', '13712345678']))
  expect(again.body.messages.map(one => one.refused?.code)).toEqual(['duplicate_content', undefined])
})

test('a canceled request gets its link units back', async () => {
  const shop = await createShop()
  const sendAt = new Date(now.getTime() + 3_600_000).toISOString()
  const { body } = await ask(shop, 'messages', bill(shop, ['13912345678', '13712345678'], { sendAt }))
  expect(await usedUnits(shop)).toBe(3)
  await ask(shop, `batches/${body.batchId}/cancel`, {})
  expect(await usedUnits(shop)).toBe(1)
})

test.each<[string, (shop: Shop) => object | Promise<object>, string]>([
  ['an invalid link id', () => ({ link: { variable: 'url', linkId: 'link_0193a1b27c3d7e4f8a5b6c7d8e9f0a1b' } }), 'input_invalid'],
  ['a link of another account', async () => ({ link: { variable: 'url', linkId: (await createShop()).linkId } }), 'link_not_active'],
  ['a variable that the template lacks', ({ linkId }) => ({ link: { variable: 'address', linkId } }), 'parameter_invalid'],
  ['a variable that is too short', ({ linkId }) => ({ link: { variable: 'name', linkId } }), 'parameter_invalid'],
])('%s is refused and consumes nothing', async (_, change, code) => {
  const shop = await createShop()
  const { body } = await ask(shop, 'messages', { ...bill(shop, ['13912345678']), ...(await change(shop)) })
  expect(body.error.code).toBe(code)
  expect([await usedUnits(shop), await contentsOf(shop)]).toEqual([1, []])
})

test('a request with a disabled link, or with more recipients than units, is refused as a whole', async () => {
  const shop = await createShop({ linkUnits: 3 })
  const many = await ask(shop, 'messages', bill(shop, ['13912345678', '13712345678', '13612345678']))
  expect(many.body.error).toMatchObject({ code: 'link_units_insufficient', message: expect.stringContaining('还差1次') })
  await setLinkState(database.platformDb, shop.account, uuidOf('link', shop.linkId), 'disabled')
  const closed = await ask(shop, 'messages', bill(shop, ['13912345678']))
  expect(closed.body.error.code).toBe('link_not_active')
  expect([await usedUnits(shop), await contentsOf(shop)]).toEqual([1, []])
})

test('concurrent requests each pay for themselves', async () => {
  const shop = await createShop({ linkUnits: 3 })
  const asked = ['13912345678', '13712345678', '13612345678'].map(phone => ask(shop, 'messages', bill(shop, [phone])))
  const codes = (await Promise.all(asked)).map(({ body }) => body.error?.code ?? 'ok')
  expect(codes.sort()).toEqual(['link_units_insufficient', 'ok', 'ok'])
  expect(await usedUnits(shop)).toBe(3)
})

test('a test app sees where the address would be and consumes nothing', async () => {
  const shop = await createShop()
  const tried = { ...shop, ...(await addProgram(database.db, shop, { now, kind: 'test' })) }
  const { body } = await ask(tried, 'messages', bill(tried, ['19900000001']))
  expect(body.messages[0]).not.toHaveProperty('shortUrl')
  const { body: found } = await ask<{ message: { content: string } }>(tried, `messages/${firstOrThrow(body.messages).messageId}`)
  expect(found.message.content).toBe('【云栈】会员0您好，您的账单见 https://hy.test/********')
  expect(await usedUnits(shop)).toBe(1)
})
