import { afterAll, beforeAll, expect, test } from 'vitest'
import { esmeCalls } from '#contract/apps/esme.ts'
import type { Call } from '#contract/call.ts'
import { asAccount } from '#db/connect.ts'
import { createApp } from '#domain/apps/app.ts'
import { findOfApp, findSmppSystem } from '#domain/apps/esme-account.ts'
import { openSession } from '#domain/apps/esme-session.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { encodeId, newId } from '#values/id.ts'

const secret = 'x'.repeat(32)
let database: TestDatabase
let app: App
let base: string
beforeAll(async () => {
  database = await createTestDatabase()
  app = await createCustomerApp({
    db: database.db,
    secret,
    now: () => new Date(),
    esmeAddresses: { smpp: 'smpp.example.com:2776', cmpp: 'cmpp.example.com:2780' },
  })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

async function createOwner() {
  const { account, memberId } = await createAccount(database.db)
  const cookie = await createSessionCookie(database.db, account, memberId)
  const { appId } = await asAccount(database.db, account, tx =>
    createApp(tx, account, { name: '订单系统', kind: 'production', memberId, now: new Date() }),
  )
  const { sessionId } = await database.platformDb
    .selectFrom('session')
    .select('sessionId')
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  const prove = () =>
    asAccount(database.db, account, tx =>
      tx
        .insertInto('stepUp')
        .values({ accountId: account, sessionId, purpose: 'secret', askedAt: new Date(), confirmedAt: new Date() })
        .execute(),
    )
  const ask = async (call: Call, input: object = {}) => {
    const sent = { appId: encodeId('app', appId), protocol: 'smpp', ...input }
    const query = call.method === 'GET' ? `?${new URLSearchParams(sent)}` : ''
    const answer = await fetch(base + call.path + query, {
      method: call.method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(call.method === 'GET' ? {} : { body: JSON.stringify(sent) }),
    })
    return answer.json() as Promise<never>
  }
  return { account, appId, prove, ask }
}

const refusal = (code: string) => ({ error: { code } })

test('an app gets one SMPP account, after step-up; the password binds', async () => {
  const { account, appId, prove, ask } = await createOwner()
  expect(await ask(esmeCalls.find)).toEqual({
    address: 'smpp.example.com:2776',
    isOpen: false,
    account: null,
    sessions: [],
    waitingCount: 0,
  })
  expect(await ask(esmeCalls.open)).toMatchObject(refusal('step_up_required'))
  await prove()
  const { loginName: systemId, password } = await ask(esmeCalls.open)
  expect(systemId).toMatch(/^hy\w{8}$/)
  expect(password).toMatch(/^\w{8}$/)
  expect(await findSmppSystem(database.platformDb, secret, { systemId, password })).toMatchObject({
    isRight: true,
    found: { account, appId },
  })
  expect(await findSmppSystem(database.platformDb, secret, { systemId, password: 'wrong' })).toMatchObject({ isRight: false })
  expect(await findSmppSystem(database.platformDb, 'y'.repeat(32), { systemId, password })).toMatchObject({ isRight: false })
  expect(await ask(esmeCalls.find)).toMatchObject({
    isOpen: true,
    account: { loginName: systemId, windowSize: 50, ratePerSecond: 100, sessionLimit: 4 },
  })
  expect(JSON.stringify(await ask(esmeCalls.find))).not.toContain(password)
  await prove()
  expect(await ask(esmeCalls.open)).toMatchObject(refusal('esme_exists'))
})

test('SMPP limits stay within their bounds, the account is disabled and enabled, the password renewed', async () => {
  const { account, appId, prove, ask } = await createOwner()
  expect(await ask(esmeCalls.save, { windowSize: 5, ratePerSecond: 10, sessionLimit: 1, cmppVersion: null })).toMatchObject(
    refusal('not_found'),
  )
  await prove()
  const { loginName: systemId, password } = await ask(esmeCalls.open)
  expect(await ask(esmeCalls.save, { windowSize: 0, ratePerSecond: 10, sessionLimit: 1, cmppVersion: null })).toMatchObject(
    refusal('input_invalid'),
  )
  expect(await ask(esmeCalls.save, { windowSize: 5, ratePerSecond: 10, sessionLimit: 1, cmppVersion: null })).toEqual({})
  await ask(esmeCalls.setIngress, { isOpen: false })
  expect(await ask(esmeCalls.find)).toMatchObject({
    isOpen: false,
    account: { windowSize: 5, ratePerSecond: 10, sessionLimit: 1, cmppVersion: null },
  })
  await ask(esmeCalls.setIngress, { isOpen: true })
  const bind = {
    sessionId: newId(),
    kind: 'transceiver' as const,
    address: '203.0.113.9',
    startedAt: new Date(),
    submittedCount: 0,
    deliveredCount: 0,
  }
  await asAccount(database.db, account, async tx => openSession(tx, (await findOfApp(tx, account, appId, 'smpp'))!, bind, 'here:1'))
  expect(await ask(esmeCalls.find)).toMatchObject({
    isOpen: true,
    sessions: [{ kind: 'transceiver', address: '203.0.113.9', submittedCount: 0 }],
  })
  expect(await ask(esmeCalls.resetPassword)).toMatchObject(refusal('step_up_required'))
  await prove()
  const renewed: { loginName: string; password: string } = await ask(esmeCalls.resetPassword)
  expect(renewed.loginName).toBe(systemId)
  expect(await findSmppSystem(database.platformDb, secret, { systemId, password })).toMatchObject({ isRight: false })
  expect(await findSmppSystem(database.platformDb, secret, { systemId, password: renewed.password })).toMatchObject({ isRight: true })
})
