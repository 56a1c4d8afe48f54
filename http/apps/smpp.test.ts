import { afterAll, beforeAll, expect, test } from 'vitest'
import { smppCalls } from '#contract/apps/smpp.ts'
import type { Call } from '#contract/call.ts'
import { asAccount } from '#db/connect.ts'
import { createApp } from '#domain/apps/app.ts'
import { findOfApp, findSystem } from '#domain/apps/smpp-account.ts'
import { openBind } from '#domain/apps/smpp-bind.ts'
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
  app = await createCustomerApp({ db: database.db, secret, now: () => new Date(), smppAddress: 'smpp.example.com:2776' })
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
    const sent = { appId: encodeId('app', appId), ...input }
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
  expect(await ask(smppCalls.find)).toEqual({ address: 'smpp.example.com:2776', isOpen: false, account: null, binds: [], waitingCount: 0 })
  expect(await ask(smppCalls.open)).toMatchObject(refusal('step_up_required'))
  await prove()
  const { systemId, password } = await ask(smppCalls.open)
  expect(systemId).toMatch(/^hy\w{8}$/)
  expect(password).toMatch(/^\w{8}$/)
  expect(await findSystem(database.platformDb, secret, systemId, password)).toMatchObject({ isRight: true, found: { account, appId } })
  expect(await findSystem(database.platformDb, secret, systemId, 'wrong')).toMatchObject({ isRight: false })
  expect(await findSystem(database.platformDb, 'y'.repeat(32), systemId, password)).toMatchObject({ isRight: false })
  expect(await ask(smppCalls.find)).toMatchObject({ isOpen: true, account: { systemId, windowSize: 50, ratePerSecond: 100, bindLimit: 4 } })
  expect(JSON.stringify(await ask(smppCalls.find))).not.toContain(password)
  await prove()
  expect(await ask(smppCalls.open)).toMatchObject(refusal('smpp_exists'))
})

test('SMPP limits stay within their bounds, the account is disabled and enabled, the password renewed', async () => {
  const { account, appId, prove, ask } = await createOwner()
  expect(await ask(smppCalls.save, { windowSize: 5, ratePerSecond: 10, bindLimit: 1 })).toMatchObject(refusal('not_found'))
  await prove()
  const { systemId, password } = await ask(smppCalls.open)
  expect(await ask(smppCalls.save, { windowSize: 0, ratePerSecond: 10, bindLimit: 1 })).toMatchObject(refusal('input_invalid'))
  expect(await ask(smppCalls.save, { windowSize: 5, ratePerSecond: 10, bindLimit: 1 })).toEqual({})
  await ask(smppCalls.setIngress, { isOpen: false })
  expect(await ask(smppCalls.find)).toMatchObject({ isOpen: false, account: { windowSize: 5, ratePerSecond: 10, bindLimit: 1 } })
  await ask(smppCalls.setIngress, { isOpen: true })
  const bind = {
    bindId: newId(),
    kind: 'transceiver' as const,
    address: '203.0.113.9',
    boundAt: new Date(),
    submittedCount: 0,
    deliveredCount: 0,
  }
  await asAccount(database.db, account, async tx => openBind(tx, (await findOfApp(tx, account, appId))!, bind, 'here:1'))
  expect(await ask(smppCalls.find)).toMatchObject({
    isOpen: true,
    binds: [{ kind: 'transceiver', address: '203.0.113.9', submittedCount: 0 }],
  })
  expect(await ask(smppCalls.resetPassword)).toMatchObject(refusal('step_up_required'))
  await prove()
  const renewed: { systemId: string; password: string } = await ask(smppCalls.resetPassword)
  expect(renewed.systemId).toBe(systemId)
  expect(await findSystem(database.platformDb, secret, systemId, password)).toMatchObject({ isRight: false })
  expect(await findSystem(database.platformDb, secret, systemId, renewed.password)).toMatchObject({ isRight: true })
})
