import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { adminEsmeCalls } from '#contract/apps/admin-esme.ts'
import { type BackOffice, startBackOffice } from '#test/support/back-office.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSmppCustomer } from '#test/support/esme-server.ts'
import { encodeId } from '#values/id.ts'

let database: TestDatabase
let office: BackOffice
beforeAll(async () => {
  database = await createTestDatabase()
  office = await startBackOffice(database, () => new Date())
})
afterAll(async () => {
  await office?.close()
  await database?.close()
})

test('a reviewer lets an app send free text and withdraws that, with a reason that is shown with the customer', async () => {
  const [customer, other] = [await createSmppCustomer(database), await createSmppCustomer(database)]
  const accountId = encodeId('account', customer.account)
  const appId = encodeId('app', customer.appId)
  const reason = '已核实用途，内容由客户自查'
  const allowed = async () => (await office.get(adminEsmeCalls.list, { accountId })).rows.map(row => [row.loginName, row.allowsFreeText])
  expect(await allowed()).toEqual([[customer.systemId, false]])

  const permit = { accountId, appId, protocol: 'smpp' as const, isAllowed: true, reason }
  expect((await office.act(adminEsmeCalls.permitFreeText, permit, 'finance')).code).toBe('staff_not_allowed')
  expect((await office.act(adminEsmeCalls.permitFreeText, { ...permit, reason: '' }, 'reviewer')).fields).toHaveProperty('reason')
  const foreign = { ...permit, appId: encodeId('app', other.appId) }
  expect((await office.act(adminEsmeCalls.permitFreeText, foreign, 'reviewer')).code).toBe('not_found')
  expect(await allowed()).toEqual([[customer.systemId, false]])

  expect((await office.act(adminEsmeCalls.permitFreeText, permit, 'reviewer')).code).toBe('ok')
  expect((await office.act(adminEsmeCalls.permitFreeText, permit, 'reviewer')).code).toBe('state_forbids')
  expect(await allowed()).toEqual([[customer.systemId, true]])
  expect((await office.act(adminEsmeCalls.permitFreeText, { ...permit, isAllowed: false }, 'reviewer')).code).toBe('ok')
  expect(await allowed()).toEqual([[customer.systemId, false]])

  const { acts } = await office.get(adminCustomerCalls.one, { accountId })
  const done = acts.filter(act => act.result === 'ok')
  expect(done).toMatchObject([{ object: customer.systemId }, { object: customer.systemId }])
})
