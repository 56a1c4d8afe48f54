import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminStatisticsCalls } from '#contract/messages/admin-statistics.ts'
import { adminCouponCalls } from '#contract/orders/admin-coupon.ts'
import { adminPackageCalls, adminPriceCalls } from '#contract/orders/admin-package.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { unitPrice } from '#domain/ledger/charge.ts'
import { packagesAt } from '#domain/orders/offer.ts'
import { createAccount } from '#test/support/account.ts'
import { type BackOffice, officeTime, startBackOffice } from '#test/support/back-office.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { encodeId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const at = officeTime()
const reason = '年终调价'
const database = prepareTestDatabase()
let office: BackOffice
beforeAll(async () => {
  office = await startBackOffice(database, () => at)
  await createChannel(database.platformDb)
})
afterAll(() => office.close())

const facts = {
  packageId: '9901',
  kind: 'general' as const,
  name: '尝鲜包',
  segmentCount: 1_000,
  price: '45.00',
  listPrice: null,
  validityDays: 90,
  limitPerAccount: null,
  saleFrom: null,
  saleUntil: null,
  reason,
}
const coupon = {
  code: 'TENTH',
  name: '九折',
  kind: 'percent' as const,
  off: '10',
  minimum: '100',
  startsAt: at.toISOString(),
  endsAt: new Date(at.getTime() + 86_400_000).toISOString(),
  totalLimit: null,
  accountLimit: null,
  packageIds: [],
  reason,
}
const offered = async (packageId: string) => (await packagesAt(database.platformDb, at)).find(one => one.packageId === packageId)
const stateOf = (one: { code: string; answer: { state?: string } | null }) => one.answer?.state ?? one.code
const waiting = async () => (await office.get(adminApprovalCalls.list, { state: 'waiting' })).rows
const decide = async (role: 'finance' | 'administrator') => {
  const { approvalId, payloadHash } = firstOrThrow(await waiting())
  const decision = { approvalId, payloadHash, decision: 'approved' as const, answer: '' }
  return (await office.act(adminApprovalCalls.decide, decision, role)).code
}

test('a package far below the public price is sold after approval by a second person, and none almost for free', async () => {
  const tooCheap = { ...facts, segmentCount: 10_000_000, price: '0.01' }
  expect((await office.act(adminPackageCalls.create, tooCheap, 'finance')).fields).toEqual({ price: '平均每条不能低于0.001元' })
  const cheap = { ...facts, price: '20.00' }
  expect(stateOf(await office.act(adminPackageCalls.create, cheap, 'finance'))).toBe('approving')
  expect(await offered('9901')).toBeUndefined()
  expect((await waiting())[0]).toMatchObject({
    kind: 'package',
    facts: expect.arrayContaining([{ name: '须复核', text: '每条¥0.0200，比平台单价¥0.0450低20%以上' }]),
  })
  expect(await decide('finance')).toBe('approval_own')
  expect(await decide('administrator')).toBe('ok')
  expect(await offered('9901')).toMatchObject({ priceHao: 200_000, isOnSale: true })
  // An impossible act is refused before a second person is asked.
  expect((await office.act(adminPackageCalls.create, cheap, 'finance')).code).toBe('package_exists')
  expect((await office.act(adminPackageCalls.withdraw, { packageId: '9901', reason })).code).toBe('ok')
  expect(stateOf(await office.act(adminPackageCalls.putOnSale, { packageId: '9901', reason }, 'finance'))).toBe('approving')
  expect((await offered('9901'))?.isOnSale).toBe(false)
  expect(await decide('administrator')).toBe('ok')
  expect(stateOf(await office.act(adminPackageCalls.create, { ...facts, packageId: '9902' }, 'finance'))).toBe('done')
  const changed = { ...facts, packageId: '9902', price: '9.00', startsAt: null }
  expect(stateOf(await office.act(adminPackageCalls.change, changed, 'finance'))).toBe('approving')
  expect((await offered('9902'))?.priceHao).toBe(450_000)
  expect(await decide('administrator')).toBe('ok')
  expect((await offered('9902'))?.priceHao).toBe(90_000)
})

test('a coupon that takes off nearly everything waits for a second person, a usual one does not', async () => {
  expect(stateOf(await office.act(adminCouponCalls.create, coupon, 'finance'))).toBe('done')
  const free = { ...coupon, code: 'FREE', off: '99' }
  expect(stateOf(await office.act(adminCouponCalls.create, free, 'finance'))).toBe('approving')
  const codes = async () => (await office.get(adminCouponCalls.list, {})).rows.map(row => row.code)
  expect(await codes()).toEqual(['TENTH'])
  const amount = { ...coupon, code: 'HALF', kind: 'amount' as const, off: '50' }
  expect(stateOf(await office.act(adminCouponCalls.create, amount, 'finance'))).toBe('approving')
  expect((await waiting()).map(row => row.kind)).toEqual(['coupon', 'coupon'])
  expect(await decide('administrator')).toBe('ok')
  expect(await decide('administrator')).toBe('ok')
  expect((await codes()).sort()).toEqual(['FREE', 'HALF', 'TENTH'])
})

test('a customer’s own price and the public one outside of the price band need two people', async () => {
  const { account } = await createAccount(database.db, { name: '议价客户' })
  const accountId = encodeId('account', account)
  const price = { kind: 'transactional' as const, startsAt: null, accountId, reason }
  const priceNow = () => database.platformDb.transaction().execute(tx => unitPrice(tx, 'transactional', at, account))
  expect(stateOf(await office.act(adminPriceCalls.set, { ...price, unitPrice: '0.0333' }, 'finance'))).toBe('approving')
  expect(await priceNow()).toBe(450)
  expect(await decide('finance')).toBe('approval_own')
  expect(await decide('administrator')).toBe('ok')
  expect(await priceNow()).toBe(333)
  const everybody = { ...price, kind: 'marketing' as const, accountId: null }
  for (const unitPrice of ['0.039', '0.061'])
    expect(stateOf(await office.act(adminPriceCalls.set, { ...everybody, unitPrice }, 'finance'))).toBe('approving')
  expect(await decide('administrator')).toBe('ok')
  // The price that this approval would create at the same time exists already.
  expect(await decide('administrator')).toBe('price_exists')
})

test('a price below the cost of a channel needs two people, also within the price band', async () => {
  const { channelId } = firstOrThrow((await office.get(adminStatisticsCalls.read, { from: '2026-11-01', to: '2026-11-02' })).channels)
  const cost = { channelId, destination: null, unitCostHao: 440, startsAt: null, reason }
  expect((await office.act(adminStatisticsCalls.setCost, cost)).code).toBe('ok')
  const below = { ...facts, packageId: '9903', price: '43.00' }
  expect(stateOf(await office.act(adminPackageCalls.create, below, 'finance'))).toBe('approving')
  expect(firstOrThrow(await waiting()).facts).toContainEqual({ name: '须复核', text: '每条¥0.0430，低于通道成本¥0.0440' })
  const small = { ...coupon, code: 'SMALL', off: '5' }
  expect(stateOf(await office.act(adminCouponCalls.create, small, 'finance'))).toBe('approving')
  const { measures } = await office.get(adminPackageCalls.list, {})
  expect(measures.general).toEqual({ usualHao: 450, costHao: 440 })
})
