import { afterAll, beforeAll, expect, test } from 'vitest'
import { financeCalls } from '#contract/orders/finance.ts'
import { packageCalls } from '#contract/orders/package.ts'
import { asAccount } from '#db/connect.ts'
import { recharge } from '#domain/ledger/credit.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount } from '#test/support/account.ts'
import { parseAnswer } from '#test/support/answer.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const now = new Date('2026-11-20T02:00:00Z')
const database = prepareTestDatabase()
let app: App
let base: string

beforeAll(async () => {
  app = await createCustomerApp({ db: database.db, secret: 'a secret of at least thirty-two characters', now: () => now })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

async function createBuyer(amountHao: number) {
  const { account, memberId } = await createAccount(database.db)
  await asAccount(database.db, account, tx => recharge(tx, account, { transferId: newId(), amountHao }))
  return { account, ask: await askWith(account, memberId) }
}

async function askWith(account: AccountId, memberId: string) {
  const cookie = await createSessionCookie(database.db, account, memberId)
  return async (path: string, body?: unknown) => {
    const headers = { cookie, ...(body ? { 'content-type': 'application/json', 'idempotency-key': newId() } : {}) }
    const answer = await fetch(base + path, { method: body ? 'POST' : 'GET', headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
}

test('a package on sale is bought by its number, appears in the list, and reduces the balance by its price', async () => {
  const { ask } = await createBuyer(5_000_000)
  const { packages } = parseAnswer(financeCalls.prices, (await ask('/api/prices')).body)
  const offer = firstOrThrow(packages.filter(one => one.kind === 'general'))
  const bought = parseAnswer(
    financeCalls.purchase,
    (await ask('/api/packages/purchase', { packageId: offer.packageId, quantity: 2, expectedHao: offer.priceHao * 2 })).body,
  )
  expect(bought).toMatchObject({ orderNumber: expect.stringMatching(/^D20\d+$/), amountHao: 4_800_000, availableHao: 200_000 })
  const list = parseAnswer(packageCalls.list, (await ask('/api/packages?state=usable')).body)
  expect(list).toMatchObject({ counts: { usable: 1 }, nextCursor: null })
  expect(list.rows[0]).toMatchObject({ name: offer.name, segmentCount: 10_000, order: { orderId: bought.orderId, amountHao: 4_800_000 } })
  expect((await ask('/api/packages/remains')).body).toMatchObject({ availableHao: 200_000, whenEmpty: 'balance' })
})

test.each([
  ['a malformed package number', { packageId: '3001a', quantity: 1 }, 422, { code: 'input_invalid', fields: { packageId: '请选择套餐' } }],
  ['no package', { quantity: 1 }, 422, { code: 'input_invalid', fields: { packageId: '请选择套餐' } }],
  ['a quantity of zero', { packageId: '3001', quantity: 0 }, 422, { code: 'input_invalid', fields: { quantity: '请填写1-99的整数' } }],
  [
    'a quantity of a hundred',
    { packageId: '3001', quantity: 100 },
    422,
    { code: 'input_invalid', fields: { quantity: '请填写1-99的整数' } },
  ],
  ['a package that is not on sale', { packageId: '999', quantity: 1 }, 422, { code: 'package_unavailable' }],
  ['another price', { packageId: '3001', quantity: 1, expectedHao: 1 }, 409, { code: 'price_changed' }],
  [
    'more than the balance has',
    { packageId: '3001', quantity: 1 },
    409,
    { code: 'balance_insufficient', message: expect.stringContaining('¥140.00') },
  ],
])('%s is refused and consumes nothing', async (_, body, status, error) => {
  const { ask } = await createBuyer(1_000_000)
  expect(await ask('/api/packages/purchase', body)).toMatchObject({ status, body: { error } })
  expect((await ask('/api/packages/remains')).body).toMatchObject({ availableHao: 1_000_000 })
})

test('the choice for used-up packages is made by members who may buy; read-only members only see it', async () => {
  const { account, ask } = await createBuyer(100)
  const memberId = newId()
  await asAccount(database.db, account, tx =>
    tx
      .insertInto('member')
      .values({ accountId: account, memberId, login: memberId, phone: '', name: '只读', role: 'viewer', passwordHash: '-' })
      .execute(),
  )
  const askAsMember = await askWith(account, memberId)
  expect(await ask('/api/packages/when-empty', { whenEmpty: 'stop' })).toEqual({ status: 200, body: { whenEmpty: 'stop' } })
  expect((await askAsMember('/api/packages/when-empty', { whenEmpty: 'balance' })).status).toBe(403)
  expect((await askAsMember('/api/packages/purchase', { packageId: '3001', quantity: 1 })).status).toBe(403)
  expect((await askAsMember('/api/packages/remains')).body).toMatchObject({ whenEmpty: 'stop' })
})
