import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPackageCalls, operatorPriceCalls } from '#contract/operator-package.ts'
import { asAccount } from '#db/connect.ts'
import { pricesOn } from '#domain/finance/price.ts'
import { purchasePackage } from '#domain/finance/purchase.ts'
import { holdCharge, planCharge } from '#domain/ledger/charge.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { createAccount } from '#test/support/account.ts'
import { type BackOffice, startBackOffice } from '#test/support/back-office.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type AccountId, encodeId, newId } from '#values/id.ts'

const at = new Date(Date.now() + 60_000)
const tomorrow = new Date(at.getTime() + 86_400_000)
const reason = '年终调价'
let database: TestDatabase
let office: BackOffice
let account: AccountId

beforeAll(async () => {
  database = await createTestDatabase()
  office = await startBackOffice(database, () => at)
  account = (await createAccount(database.db, { name: '定价客户' })).account
  await asAccount(database.db, account, tx => recharge(tx, account, { transferId: newId(), amountHao: 10_000_000, remark: '', at }))
})
afterAll(async () => {
  await office.close()
  await database.close()
})

const facts = { packageId: '9001', name: '尝鲜包', kind: 'general', segmentCount: 1_000, price: '48.00', validityDays: 90, reason } as const
const offered = async () => (await pricesOn(database.db, at, null)).packages.find(one => one.packageId === '9001')
const buy = () => asAccount(database.db, account, tx => purchasePackage(tx, account, { packageId: '9001', quantity: 1, now: at }))

test('a package is made by finance alone and can be bought at once; its number is digits, and no other has it', async () => {
  for (const role of ['reviewer', 'operations'] as const)
    expect((await office.act(operatorPackageCalls.create, facts, role)).code).toBe('staff_not_allowed')
  for (const packageId of ['A1', '-1', '1.5', '', '1234567890'])
    expect((await office.act(operatorPackageCalls.create, { ...facts, packageId })).fields).toHaveProperty('packageId')
  expect((await office.act(operatorPackageCalls.create, facts, 'finance')).code).toBe('ok')
  expect((await office.act(operatorPackageCalls.create, facts)).fields).toEqual({ packageId: '该编号已被使用，请换一个' })
  expect(await offered()).toEqual({
    packageId: '9001',
    name: '尝鲜包',
    kind: 'general',
    segmentCount: 1_000,
    priceHao: 480_000,
    validityDays: 90,
  })
})

test('before it is sold everything of it may change, afterwards its name alone; withdrawn it is not offered and not sold', async () => {
  expect((await office.act(operatorPackageCalls.change, { ...facts, price: '46.00' }, 'finance')).code).toBe('ok')
  expect((await buy()).amountHao).toBe(460_000)
  expect((await office.act(operatorPackageCalls.change, { ...facts, price: '40.00' })).code).toBe('package_sold')
  expect((await office.act(operatorPackageCalls.change, { ...facts, price: '46.00', name: '尝鲜包（新）' })).code).toBe('ok')
  const { rows } = await office.get(operatorPackageCalls.list, {})
  expect(rows.find(row => row.packageId === '9001')).toMatchObject({ name: '尝鲜包（新）', soldCount: 1, isOnSale: true })
  expect((await office.act(operatorPackageCalls.withdraw, { packageId: '9001', reason })).code).toBe('ok')
  expect(await offered()).toBeUndefined()
  await expect(buy()).rejects.toMatchObject({ code: 'package_unavailable' })
  expect((await office.act(operatorPackageCalls.withdraw, { packageId: '9001', reason })).code).toBe('state_forbids')
  expect((await office.act(operatorPackageCalls.putOnSale, { packageId: '9001', reason })).code).toBe('ok')
  const history = await office.get(operatorPackageCalls.history, { object: '9001' })
  expect(history.rows.at(-2)?.detail).toEqual({
    before: '尝鲜包，通用，1,000条，¥48.00，90天',
    after: '尝鲜包，通用，1,000条，¥46.00，90天',
    reason,
  })
})

const price = { kind: 'notice', accountId: null, startsAt: null, unitPrice: '0.046', reason } as const
const priceAt = async (now: Date, of: AccountId | null = null) =>
  (await (of ? asAccount(database.db, of, tx => pricesOn(tx, now, of)) : pricesOn(database.db, now, null))).unitPrices.notice

test('a price holds from its moment on; one to come can be taken back, one that began can not', async () => {
  expect((await office.act(operatorPriceCalls.set, { ...price, unitPrice: '0.0005' })).fields).toHaveProperty('unitPrice')
  expect((await office.act(operatorPriceCalls.set, { ...price, unitPrice: null })).fields).toEqual({ unitPrice: '请填写单价' })
  const past = new Date(at.getTime() - 1).toISOString()
  expect((await office.act(operatorPriceCalls.set, { ...price, startsAt: past })).code).toBe('price_past')
  const startsAt = tomorrow.toISOString()
  expect((await office.act(operatorPriceCalls.set, { ...price, startsAt }, 'finance')).code).toBe('ok')
  expect((await office.act(operatorPriceCalls.set, { ...price, startsAt })).code).toBe('price_exists')
  expect([await priceAt(at), await priceAt(tomorrow)]).toEqual([450, 460])
  expect((await office.act(operatorPriceCalls.cancel, { kind: 'notice', accountId: null, startsAt, reason })).code).toBe('ok')
  expect(await priceAt(tomorrow)).toBe(450)
  const [first] = (await office.get(operatorPriceCalls.list, {})).versions.filter(one => one.kind === 'notice')
  expect((await office.act(operatorPriceCalls.cancel, { kind: 'notice', accountId: null, startsAt: first!.startsAt, reason })).code).toBe(
    'price_past',
  )
})

test("a customer's own price is what it is charged and shown, until it is given back the one for everybody", async () => {
  const accountId = encodeId('account', account)
  expect((await office.act(operatorPriceCalls.set, { ...price, accountId, unitPrice: '0.04' })).code).toBe('ok')
  const stranger = (await createAccount(database.db)).account
  expect([await priceAt(at, account), await priceAt(at, stranger)]).toEqual([400, 450])
  const plan = await asAccount(database.db, account, tx => planCharge(tx, account, 'notice', new Map([[1, 1_010]]), at))
  expect(plan.lines.at(-1)).toMatchObject({ grantId: null, unitPriceHao: 400, segmentCount: 10 })
  const holds = await asAccount(database.db, account, tx => holdCharge(tx, account, 'notice', new Map([[1, 1_010]]), { now: at }))
  expect(holds.at(-1)).toMatchObject({ unitPriceHao: 400 })
  expect((await office.get(operatorPriceCalls.accounts, {})).rows).toEqual([
    { accountId, name: '定价客户', prices: { code: null, notice: 400, marketing: null } },
  ])
  expect((await office.act(operatorPriceCalls.set, { ...price, accountId, unitPrice: null, startsAt: tomorrow.toISOString() })).code).toBe(
    'ok',
  )
  expect([await priceAt(at, account), await priceAt(tomorrow, account)]).toEqual([400, 450])
})
