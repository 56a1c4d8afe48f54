import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#domain/identity/account.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { hashPassword } from '#domain/platform/password.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newAccountId, newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import type { App } from './app.ts'
import { createCustomerApp } from './customer.ts'

const account = newAccountId()
const database = prepareTestDatabase()
let app: App
let base: string
let cookie: string

beforeAll(async () => {
  app = await createCustomerApp({ db: database.db, secret: 'a secret of at least thirty-two characters', now: () => new Date() })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  const passwordHash = await hashPassword('Hongyan2026')
  await asAccount(database.db, account, async tx => {
    await createAccount(tx, { account, name: '江南茶业', phone: '19200000009', memberName: '王五', passwordHash, now: new Date() })
    await recharge(tx, account, { transferId: newId(), amountHao: 100_000_000 })
  })
  const answer = await fetch(`${base}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: '19200000009', password: 'Hongyan2026' }),
  })
  cookie = firstOrThrow(getOrThrow(answer.headers, 'set-cookie').split(';'))
})
afterAll(() => app.close())

const purchase = async (key: string | null, body: unknown = { packageId: '3001', quantity: 1 }) => {
  const headers = { 'content-type': 'application/json', cookie, ...(key ? { 'idempotency-key': key } : {}) }
  const answer = await fetch(`${base}/api/packages/purchase`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, isReplay: answer.headers.get('idempotent-replayed') === 'true', text: await answer.text() }
}
const grantCount = async () => (await asAccount(database.db, account, tx => balancesOf(tx, account))).grants.length

test('fifty concurrent purchases under one idempotency key buy once and get one answer', async () => {
  const before = await grantCount()
  const answers = await Promise.all(Array.from({ length: 50 }, () => purchase('key-of-fifty')))
  expect(answers.map(answer => answer.status)).toEqual(Array(50).fill(200))
  expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
  expect(answers.filter(answer => !answer.isReplay)).toHaveLength(1)
  expect(await grantCount()).toBe(before + 1)
})

test('an idempotency key is refused with another body, and when it is missing or malformed, without effect', async () => {
  await purchase('key-of-bodies')
  const before = await grantCount()
  expect(await purchase('key-of-bodies', { packageId: '3001', quantity: 2 })).toMatchObject({ status: 422 })
  expect(await purchase(null)).toMatchObject({ status: 422 })
  expect(await purchase('short')).toMatchObject({ status: 422 })
  expect(await grantCount()).toBe(before)
})

test('a refused purchase leaves its key free for the next try', async () => {
  expect(await purchase('key-of-refusal', { packageId: '999', quantity: 1 })).toMatchObject({ status: 422 })
  expect(await purchase('key-of-refusal')).toMatchObject({ status: 200, isReplay: false })
})

test.each(['abc', '', '1 '])('package %j is refused at its field', async packageId => {
  const answer = await purchase('key-of-rule', { packageId, quantity: 1 })
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'input_invalid', fields: { packageId: '请选择套餐' } } })
})
