import { expect, test } from 'vitest'
import type { PackageKind } from '#contract/orders/package.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { holdCharge, settleHolds } from '#domain/ledger/charge.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { listPackages, readRemaining, setWhenEmpty } from './package-list.ts'
import { purchasePackage } from './purchase.ts'

const now = new Date('2026-11-20T02:00:00Z')
const day = (days: number) => new Date(now.getTime() + days * 86_400_000)

const database = prepareTestDatabase()

const give = (tx: Tx, account: AccountId, name: string, from: number, until: number, kind: PackageKind = 'general', segmentCount = 10) =>
  grantSegments(tx, account, { grantId: newId(), kind, name, segmentCount, source: 'gift', startsAt: day(from), expiresAt: day(until) })
const names = (page: { rows: { name: string }[] }) => page.rows.map(row => row.name)

/** Two usable packages, and one of each other state; the used one was charged for delivered messages. */
async function createPackages() {
  const { account } = await createAccount(database.db)
  await asAccount(database.db, account, async tx => {
    await give(tx, account, '用尽的', -30, 10, 'industry')
    const hold = firstOrThrow(await holdCharge(tx, account, 'otp', new Map([[1, 10]]), { now }))
    await settleHolds(tx, account, [{ holdId: hold.holdId, deliveredSegments: 10, voidedSegments: 0 }])
    await give(tx, account, '晚到期的', -1, 90)
    await give(tx, account, '早到期的', -1, 7.5)
    await give(tx, account, '未生效的', 3, 30)
    await give(tx, account, '过期的', -90, -1)
  })
  return account
}

test('usable packages come first in the order of their expiry, then the others; each state is counted and filterable', async () => {
  const account = await createPackages()
  const list = (filter: object = {}) => asAccount(database.db, account, tx => listPackages(tx, account, { pageSize: 20, ...filter }, now))
  const all = await list()
  expect(all.rows.map(row => [row.name, row.state, row.daysLeft])).toEqual([
    ['早到期的', 'usable', 8],
    ['晚到期的', 'usable', 90],
    ['未生效的', 'pending', 30],
    ['用尽的', 'used', 10],
    ['过期的', 'expired', -1],
  ])
  expect(all.counts).toEqual({ usable: 2, pending: 1, refunding: 0, used: 1, expired: 1, refunded: 0 })
  expect(all.rows[3]).toMatchObject({ availableCount: 0, heldCount: 0, spentCount: 10, order: null })
  expect(names(await list({ state: 'expired' }))).toEqual(['过期的'])
  expect(names(await list({ kind: 'industry' }))).toEqual(['用尽的'])
})

test('pages have no gaps; an unknown cursor is the end', async () => {
  const account = await createPackages()
  const list = (cursor?: string) => asAccount(database.db, account, tx => listPackages(tx, account, { pageSize: 2, cursor }, now))
  const first = await list()
  const second = await list(first.nextCursor ?? '')
  const third = await list(second.nextCursor ?? '')
  expect([names(first), names(second), names(third)]).toEqual([['早到期的', '晚到期的'], ['未生效的', '用尽的'], ['过期的']])
  expect(third.nextCursor).toBeNull()
  expect(await list(newId())).toMatchObject({ rows: [], nextCursor: null })
})

test('a package whose last segments are held is not used up, since they may be released', async () => {
  const { account } = await createAccount(database.db)
  const page = await asAccount(database.db, account, async tx => {
    await give(tx, account, '预扣中的', -1, 30)
    await holdCharge(tx, account, 'otp', new Map([[1, 10]]), { now })
    return listPackages(tx, account, { pageSize: 20 }, now)
  })
  expect(page.rows[0]).toMatchObject({ state: 'usable', availableCount: 0, heldCount: 10 })
})

test('a bought package shows its order and price; remaining segments count usable packages only', async () => {
  const account = await createPackages()
  const { bought, page, remains } = await asAccount(database.db, account, async tx => {
    await recharge(tx, account, { transferId: newId(), amountHao: 5_000_000 })
    const bought = await purchasePackage(tx, account, { packageId: '3001', quantity: 2, now, expectedHao: 4_800_000 })
    return { bought, page: await listPackages(tx, account, { pageSize: 20 }, now), remains: await readRemaining(tx, account, now) }
  })
  expect(bought).toMatchObject({ segmentCount: 10_000, amountHao: 4_800_000, availableHao: 200_000 })
  expect(page.rows.find(row => row.source === 'purchase')).toMatchObject({
    segmentCount: 10_000,
    order: { orderId: bought.orderId, quantity: 2, amountHao: 4_800_000 },
  })
  expect(remains).toEqual({
    kinds: [
      { kind: 'industry', availableCount: 0, firstExpiresAt: null, daysLeft: null },
      { kind: 'marketing', availableCount: 0, firstExpiresAt: null, daysLeft: null },
      { kind: 'general', availableCount: 10_020, firstExpiresAt: day(7.5), daysLeft: 8 },
    ],
    availableHao: 200_000,
    heldHao: 0,
    bonusHao: 0,
    whenEmpty: 'balance',
    countryPrices: null,
  })
})

test('a purchase says exactly how much is missing, and refuses a price that the buyer was not shown', async () => {
  const { account } = await createAccount(database.db)
  await asAccount(database.db, account, tx => recharge(tx, account, { transferId: newId(), amountHao: 2_000_000 }))
  const buy = (expectedHao?: number) =>
    asAccount(database.db, account, tx => purchasePackage(tx, account, { packageId: '3001', quantity: 1, now, expectedHao }))
  await expect(buy()).rejects.toThrow('还差¥40.00')
  await expect(buy(2_300_000)).rejects.toThrow('套餐价格已变化')
  const after = await asAccount(database.db, account, tx => listPackages(tx, account, { pageSize: 20 }, now))
  expect(after.rows).toEqual([])
})

test('an account set to stop is not charged from its balance', async () => {
  const { account } = await createAccount(database.db)
  const hold = () => asAccount(database.db, account, tx => holdCharge(tx, account, 'otp', new Map([[1, 1]]), { now }))
  await asAccount(database.db, account, async tx => {
    await recharge(tx, account, { transferId: newId(), amountHao: 1_000_000 })
    await setWhenEmpty(tx, account, 'stop')
  })
  await expect(hold()).rejects.toMatchObject({ code: 'balance_insufficient' })
  await asAccount(database.db, account, tx => setWhenEmpty(tx, account, 'balance'))
  expect(await hold()).toHaveLength(1)
})
