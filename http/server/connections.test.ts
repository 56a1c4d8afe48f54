import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { orderCalls } from '#contract/orders/order.ts'
import { rechargeCalls } from '#contract/payments/recharge.ts'
import { uploadCalls } from '#contract/recipients/upload.ts'
import { adminSelfCalls } from '#contract/staff/admin-staff.ts'
import { asPlatform, openDb } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import { hashStaffPassword } from '#domain/platform/password.ts'
import { openStaffSession } from '#domain/staff/session.ts'
import { createStaff } from '#domain/staff/staff.ts'
import type { PaymentGateway } from '#payment/gateway.ts'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { makeDataFolder } from '#test/support/folder.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { newId } from '#values/id.ts'
import { createAdminApp } from './admin.ts'
import type { App } from './app.ts'
import { createCustomerApp } from './customer.ts'

/** Twice the connections of the test's pool for members, four times those of the one for staff. */
const callCount = 40

let database: TestDatabase
let folder: string
let customer: App
let admin: App
let bases: { customer: string; admin: string }
/** Requests that wait for the gateway's answer, which the test releases. */
let atGateway = 0
let release = Promise.withResolvers<void>()

const answerLate = async () => {
  atGateway += 1
  await release.promise
  atGateway -= 1
  return null
}
const unused = () => Promise.reject(new Error('not asked for here'))
const gateway: PaymentGateway = {
  name: 'wechat',
  pay: async () => ({ kind: 'code', text: 'weixin://pay' }),
  query: answerLate,
  close: async () => void (await answerLate()),
  refund: unused,
  queryRefund: unused,
  statement: unused,
  readWebhook: unused,
  received: { type: 'text/plain', body: '' },
}

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await makeDataFolder('hongyan-connections-')
  const common = { secret: 'a secret of at least thirty-two characters', now: () => new Date(), files: new Files(folder) }
  const payment = { gateways: new Map([['wechat', gateway] as const]), simulator: null, publicUrl: 'http://console.invalid' }
  customer = await createCustomerApp({ ...common, db: database.db, payment })
  admin = await createAdminApp({ ...common, db: database.platformDb })
  bases = {
    customer: await customer.listen({ host: '127.0.0.1', port: 0 }),
    admin: await admin.listen({ host: '127.0.0.1', port: 0 }),
  }
})
afterAll(async () => {
  await customer?.close()
  await admin?.close()
  await rm(folder, { recursive: true })
  await database?.close()
})

async function createMember() {
  const { account, memberId } = await createAccount(database.db)
  const cookie = await createSessionCookie(database.db, account, memberId)
  return (path: string, body?: object) => ask(bases.customer, cookie, path, body)
}

async function ask(base: string, cookie: string, path: string, body?: object) {
  const headers = { cookie, ...(body ? { 'content-type': 'application/json', 'idempotency-key': newId() } : {}) }
  const answer = await fetch(base + path, { method: body ? 'POST' : 'GET', headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: answer.status, body: z.record(z.string(), z.any()).parse(await answer.json()) }
}

const many = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: callCount }, work))

/** Creates a payment, for an order or alone, and returns the call that queries the gateway. */
const gatewayCalls = {
  'checking a recharge': async (member: Awaited<ReturnType<typeof createMember>>) => {
    const { rechargeId } = (await member(rechargeCalls.create.path, { paymentMethod: 'wechat', amount: '10' })).body
    return () => member(rechargeCalls.check.path, { rechargeId })
  },
  'cancelling a recharge': async (member: Awaited<ReturnType<typeof createMember>>) => {
    const { rechargeId } = (await member(rechargeCalls.create.path, { paymentMethod: 'wechat', amount: '10' })).body
    return () => member(rechargeCalls.cancel.path, { rechargeId })
  },
  'cancelling an order': async (member: Awaited<ReturnType<typeof createMember>>) => {
    const order = { packageId: '3001', quantity: 1, expectedHao: 2_400_000, paymentMethod: 'wechat' }
    const { orderId } = (await member(orderCalls.create.path, order)).body
    return () => member(orderCalls.cancel.path, { orderId })
  },
  'paying an order otherwise': async (member: Awaited<ReturnType<typeof createMember>>) => {
    const order = { packageId: '3001', quantity: 1, expectedHao: 2_400_000, paymentMethod: 'wechat' }
    const { orderId } = (await member(orderCalls.create.path, order)).body
    return () => member(orderCalls.pay.path, { orderId, paymentMethod: 'balance' })
  },
}

test.each(Object.entries(gatewayCalls))('%s waits for the gateway without holding a database connection', async (_, begin) => {
  release = Promise.withResolvers()
  const other = await createMember()
  const call = await begin(await createMember())
  const calls = many(call)
  await expect.poll(() => atGateway).toBe(callCount)
  expect((await other('/api/me')).status).toBe(200)
  release.resolve()
  for (const { status } of await calls) expect(status).toBeLessThan(500)
})

test('calls that wait for a lock of their account leave connections to others, and end with 503 at the time limit', async () => {
  const { account, memberId } = await createAccount(database.db)
  const cookie = await createSessionCookie(database.db, account, memberId)
  const order = { packageId: '3001', quantity: 1, expectedHao: 2_400_000, paymentMethod: 'wechat' }
  const db = openDb({ url: database.url, role: 'hongyan_app', max: 2, statementTimeoutMs: 500 })
  const payment = { gateways: new Map([['wechat', gateway] as const]), simulator: null, publicUrl: 'http://console.invalid' }
  const common = { secret: 'a secret of at least thirty-two characters', now: () => new Date(), files: new Files(folder) }
  const limited = await createCustomerApp({ ...common, db, payment })
  const base = await limited.listen({ host: '127.0.0.1', port: 0 })
  const other = await createMember()
  const calls = await asPlatform(database.platformDb, async tx => {
    await tx.selectFrom('account').select('accountId').where('accountId', '=', account).forUpdate().execute()
    const waiting = many(() => ask(bases.customer, cookie, orderCalls.create.path, order))
    expect((await other('/api/me')).status).toBe(200)
    const ended = await ask(base, cookie, orderCalls.create.path, order)
    expect(ended).toMatchObject({ status: 503, body: { error: { code: 'database_unavailable' } } })
    return () => waiting
  })
  for (const { status } of await calls()) expect(status).toBeLessThan(500)
  await limited.close()
  await db.destroy()
})

test('pasted numbers hold one connection at a time, so that concurrent ones never deadlock on the pool', async () => {
  const member = await createMember()
  for (const { status } of await many(() => member(uploadCalls.paste.path, { text: '13800138000' }))) expect([200, 429]).toContain(status)
})

test('staff passwords are verified before the transaction takes a connection', async () => {
  const passwordHash = await hashStaffPassword('Hongyan2026')
  const { staffId } = await asPlatform(database.platformDb, tx =>
    createStaff(tx, { login: 'admin', name: '管理员', role: 'administrator', passwordHash, now: new Date() }),
  )
  const origin = { address: '127.0.0.1', agent: 'test', now: new Date(Date.now() + 1) }
  const cookie = `hongyan-staff=${await openStaffSession(database.platformDb, staffId, origin)}`
  const answers = await many(() => ask(bases.admin, cookie, adminSelfCalls.beginTotp.path, { password: 'Wrong12345' }))
  for (const { status } of answers) expect(status).toBeLessThan(500)
})
