import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPackageCalls, adminPriceCalls } from '#contract/orders/admin-package.ts'
import { asAccount } from '#db/connect.ts'
import { holdCharge, planCharge } from '#domain/ledger/charge.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { listOrders } from '#domain/orders/order-list.ts'
import { pricesOn } from '#domain/orders/price.ts'
import { purchasePackage } from '#domain/orders/purchase.ts'
import { createAccount } from '#test/support/account.ts'
import { type BackOffice, officeTime, startBackOffice } from '#test/support/back-office.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, encodeId, newId } from '#values/id.ts'
import { firstOrThrow, takeOrThrow } from '#values/or-throw.ts'

const at = officeTime()
const tomorrow = new Date(at.getTime() + 86_400_000)
const reason = '年终调价'
const database = prepareTestDatabase()
let office: BackOffice
let account: AccountId

beforeAll(async () => {
  office = await startBackOffice(database, () => at)
  account = (await createAccount(database.db, { name: '定价客户' })).account
  await asAccount(database.db, account, tx => recharge(tx, account, { transferId: newId(), amountHao: 10_000_000, remark: '', at }))
})
afterAll(() => office.close())

const offer = {
  packageId: '9001',
  name: '尝鲜包',
  segmentCount: 1_000,
  price: '48.00',
  listPrice: null,
  validityDays: 90,
  limitPerAccount: null,
  saleFrom: null,
  saleUntil: null,
  reason,
}
const facts = { ...offer, kind: 'general' as const }
const change = { ...offer, startsAt: null }
const offered = async () => (await pricesOn(database.db, at, null)).packages.find(one => one.packageId === '9001')
const buy = () => asAccount(database.db, account, tx => purchasePackage(tx, account, { packageId: '9001', quantity: 1, now: at }))

test('a package is created by finance alone and can be bought at once; its number is digits and unique', async () => {
  for (const role of ['reviewer', 'operations'] as const)
    expect((await office.act(adminPackageCalls.create, facts, role)).code).toBe('staff_not_allowed')
  for (const packageId of ['A1', '-1', '1.5', '', '1234567890'])
    expect((await office.act(adminPackageCalls.create, { ...facts, packageId })).fields).toHaveProperty('packageId')
  expect((await office.act(adminPackageCalls.create, facts, 'finance')).code).toBe('ok')
  expect((await office.act(adminPackageCalls.create, facts)).fields).toEqual({ packageId: '该编号已被使用，请换一个' })
  expect(await offered()).toMatchObject({
    packageId: '9001',
    name: '尝鲜包',
    kind: 'general',
    segmentCount: 1_000,
    priceHao: 480_000,
    validityDays: 90,
  })
})

test('a changed package is a new version: existing orders keep theirs; a withdrawn one is neither offered nor sold', async () => {
  expect((await office.act(adminPackageCalls.change, { ...change, price: '46.00' }, 'finance')).code).toBe('ok')
  expect((await buy()).amountHao).toBe(460_000)
  expect((await office.act(adminPackageCalls.change, { ...change, price: '40.00', segmentCount: 900, name: '尝鲜包（新）' })).code).toBe(
    'ok',
  )
  const { rows } = await office.get(adminPackageCalls.list, {})
  expect(rows.find(row => row.packageId === '9001')).toMatchObject({ name: '尝鲜包（新）', version: 3, soldCount: 1, isOnSale: true })
  expect((await asAccount(database.db, account, tx => listOrders(tx, account, { pageSize: 1 }))).rows[0]).toMatchObject({
    name: '尝鲜包',
    amountHao: 460_000,
    segmentCount: 1_000,
  })
  expect((await office.act(adminPackageCalls.withdraw, { packageId: '9001', reason })).code).toBe('ok')
  expect(await offered()).toBeUndefined()
  await expect(buy()).rejects.toMatchObject({ code: 'package_unavailable' })
  expect((await office.act(adminPackageCalls.withdraw, { packageId: '9001', reason })).code).toBe('state_forbids')
  expect((await office.act(adminPackageCalls.putOnSale, { packageId: '9001', reason })).code).toBe('ok')
  const history = await office.get(adminPackageCalls.history, { object: '9001' })
  expect(history.rows.at(-2)?.detail).toEqual({
    before: '尝鲜包，通用，1,000条，¥48.00，90天',
    after: '尝鲜包，通用，1,000条，¥46.00，90天',
    from: '立即',
    reason,
  })
})

const tiered = {
  ...facts,
  packageId: '9002',
  name: '通用短信 自定义',
  segmentCount: null,
  price: null,
  tiers: [
    { from: 1_000, unitPrice: '0.05' },
    { from: 10_000, unitPrice: '0.047' },
  ],
}

test('a package of free size has tiers, cheaper with size, from a given time on', async () => {
  const refused = async (change: object) => (await office.act(adminPackageCalls.create, { ...tiered, ...change })).fields
  const [first, second] = takeOrThrow(tiered.tiers, 2)
  expect(await refused({ price: '48.00', segmentCount: 1_000 })).toHaveProperty('tiers')
  expect(await refused({ tiers: null })).toMatchObject({ segmentCount: '请填写数量', price: '请填写售价' })
  expect(await refused({ tiers: [second] })).toEqual({ tiers: '第1档须从1,000开始' })
  expect(await refused({ tiers: [first, { ...second, from: 1_000 }] })).toEqual({ tiers: '第2档的起始数量须大于前一档' })
  expect(await refused({ tiers: [first, { ...second, unitPrice: '0.05' }] })).toEqual({ tiers: '第2档的单价须低于前一档' })
  expect(Object.keys(await refused({ tiers: [first, { ...second, from: 10_500 }] }))).toEqual(['tiers.1.from'])
  expect((await office.act(adminPackageCalls.create, tiered, 'finance')).code).toBe('ok')
  const cheaper = { ...tiered, tiers: [first, { from: 10_000, unitPrice: '0.0465' }] }
  const later = { ...cheaper, startsAt: tomorrow.toISOString() }
  expect((await office.act(adminPackageCalls.change, { ...later, tiers: null, segmentCount: 1_000, price: '50.00' })).fields).toEqual({
    tiers: '固定数量和自定义数量的套餐不能互相更改',
  })
  expect((await office.act(adminPackageCalls.change, later)).code).toBe('ok')
  const tiersAt = async (now: Date) => (await pricesOn(database.db, now, null)).packages.find(one => one.packageId === '9002')?.tiers
  expect((await tiersAt(at))?.at(-1)).toEqual({ from: 10_000, unitPriceHao: 470 })
  expect((await tiersAt(tomorrow))?.at(-1)).toEqual({ from: 10_000, unitPriceHao: 465 })
  expect((await office.get(adminPackageCalls.history, { object: '9002' })).rows[0]?.detail).toMatchObject({
    before: '通用短信 自定义，通用，1,000条起¥0.0500，10,000条起¥0.0470，90天',
    after: '通用短信 自定义，通用，1,000条起¥0.0500，10,000条起¥0.0465，90天',
  })
})

test('a package version waits for its start and can be withdrawn; only one can wait', async () => {
  const later = { ...change, price: '38.00', listPrice: '50.00', startsAt: tomorrow.toISOString() }
  expect((await office.act(adminPackageCalls.change, { ...later, startsAt: at.toISOString() })).fields).toHaveProperty('startsAt')
  expect((await office.act(adminPackageCalls.change, { ...later, listPrice: '20.00' })).fields).toHaveProperty('listPrice')
  expect((await office.act(adminPackageCalls.change, later)).code).toBe('ok')
  expect((await office.act(adminPackageCalls.change, later)).code).toBe('package_version_pending')
  expect((await offered())?.priceHao).toBe(400_000)
  expect((await pricesOn(database.db, tomorrow, null)).packages.find(one => one.packageId === '9001')?.priceHao).toBe(380_000)
  const { rows } = await office.get(adminPackageCalls.versions, { packageId: '9001' })
  expect(rows.map(row => [row.version, row.isFuture])).toEqual([
    [4, true],
    [3, false],
    [2, false],
    [1, false],
  ])
  expect((await office.act(adminPackageCalls.cancelVersion, { packageId: '9001', reason })).code).toBe('ok')
  expect((await office.act(adminPackageCalls.cancelVersion, { packageId: '9001', reason })).code).toBe('not_found')
})

test('a package is sold only between its dates, and to one account only up to its limit', async () => {
  const dated = {
    ...change,
    saleFrom: tomorrow.toISOString(),
    saleUntil: new Date(tomorrow.getTime() + 3_600_000).toISOString(),
    limitPerAccount: 2,
  }
  expect((await office.act(adminPackageCalls.change, { ...dated, saleUntil: at.toISOString() })).fields).toHaveProperty('saleUntil')
  expect((await office.act(adminPackageCalls.change, dated)).code).toBe('ok')
  expect(await offered()).toBeUndefined()
  const buyAt = (now: Date, quantity = 1) =>
    asAccount(database.db, account, tx => purchasePackage(tx, account, { packageId: '9001', quantity, now }))
  await expect(buyAt(new Date(tomorrow.getTime() - 1))).rejects.toMatchObject({ code: 'package_unavailable' })
  await expect(buyAt(tomorrow, 2)).rejects.toMatchObject({ code: 'package_limit' })
  await buyAt(tomorrow)
  await expect(buyAt(tomorrow)).rejects.toMatchObject({ code: 'package_limit', facts: { limit: 2, bought: 2 } })
  await expect(buyAt(new Date(tomorrow.getTime() + 3_600_000))).rejects.toMatchObject({ code: 'package_unavailable' })
})

const price = { kind: 'transactional', accountId: null, startsAt: null, unitPrice: '0.046', reason } as const
const priceAt = async (now: Date, of: AccountId | null = null) =>
  (await (of ? asAccount(database.db, of, tx => pricesOn(tx, now, of)) : pricesOn(database.db, now, null))).unitPrices.transactional

test('a price applies from its start; a future one can be withdrawn, a started one cannot', async () => {
  expect((await office.act(adminPriceCalls.set, { ...price, unitPrice: '0.0005' })).fields).toHaveProperty('unitPrice')
  expect((await office.act(adminPriceCalls.set, { ...price, unitPrice: null })).fields).toEqual({ unitPrice: '请填写单价' })
  const past = new Date(at.getTime() - 1).toISOString()
  expect((await office.act(adminPriceCalls.set, { ...price, startsAt: past })).code).toBe('price_past')
  const startsAt = tomorrow.toISOString()
  expect((await office.act(adminPriceCalls.set, { ...price, startsAt }, 'finance')).code).toBe('ok')
  expect((await office.act(adminPriceCalls.set, { ...price, startsAt })).code).toBe('price_exists')
  expect([await priceAt(at), await priceAt(tomorrow)]).toEqual([450, 460])
  expect((await office.act(adminPriceCalls.cancel, { kind: 'transactional', accountId: null, startsAt, reason })).code).toBe('ok')
  expect(await priceAt(tomorrow)).toBe(450)
  const first = firstOrThrow((await office.get(adminPriceCalls.list, {})).versions.filter(one => one.kind === 'transactional'))
  expect(
    (await office.act(adminPriceCalls.cancel, { kind: 'transactional', accountId: null, startsAt: first.startsAt, reason })).code,
  ).toBe('price_past')
})

test('a customer’s own price is charged and shown, until the public one is restored', async () => {
  const accountId = encodeId('account', account)
  expect((await office.act(adminPriceCalls.set, { ...price, accountId, unitPrice: '0.04' })).code).toBe('ok')
  const stranger = (await createAccount(database.db)).account
  expect([await priceAt(at, account), await priceAt(at, stranger)]).toEqual([400, 450])
  const plan = await asAccount(database.db, account, tx => planCharge(tx, account, 'transactional', new Map([[1, 1_010]]), at))
  expect(plan.lines.at(-1)).toMatchObject({ grantId: null, unitPriceHao: 400, segmentCount: 10 })
  const holds = await asAccount(database.db, account, tx => holdCharge(tx, account, 'transactional', new Map([[1, 1_010]]), { now: at }))
  expect(holds.at(-1)).toMatchObject({ unitPriceHao: 400 })
  expect((await office.get(adminPriceCalls.accounts, {})).rows).toEqual([
    { accountId, name: '定价客户', prices: { otp: null, transactional: 400, marketing: null } },
  ])
  expect((await office.act(adminPriceCalls.set, { ...price, accountId, unitPrice: null, startsAt: tomorrow.toISOString() })).code).toBe(
    'ok',
  )
  expect([await priceAt(at, account), await priceAt(tomorrow, account)]).toEqual([400, 450])
})
