import { expect, test } from 'vitest'
import { itemOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { type RefundFacts, refundSum, refundTiers, tierOf } from './refund-rule.ts'

// Prices of a provider's published table: packages of 1, 10, 50, 100 and 300 万, and 0.05 yuan a segment without one.
const named = (segmentCount: number, priceHao: number) => ({ name: `套餐${segmentCount}`, segmentCount, priceHao })
const sold = [
  named(10_000, 4_700_000),
  named(100_000, 42_000_000),
  named(500_000, 205_000_000),
  named(1_000_000, 400_000_000),
  named(3_000_000, 1_170_000_000),
]
const largest = lastOrThrow(sold)
const tiers = refundTiers(sold, 500, largest)
const dayMs = 86_400_000
const paidAt = new Date('2026-11-01T02:00:00Z')
const after = (days: number) => new Date(paidAt.getTime() + days * dayMs)
const facts = (change: Partial<RefundFacts>): RefundFacts => ({
  amountHao: 1_170_000_000,
  paidAt,
  usedCount: 0,
  heldCount: 0,
  leftCount: 3_000_000,
  expiresAt: after(365),
  tiers,
  ...change,
})

test('each package starts a tier at its size', () => {
  expect(tiers.map(tier => [tier.from, tier.priceHao / tier.perCount])).toEqual([
    [0, 500],
    [10_000, 470],
    [100_000, 420],
    [500_000, 410],
    [1_000_000, 400],
    [3_000_000, 390],
  ])
  expect(tierOf(tiers, 99_999).from).toBe(10_000)
})

test('a package with a higher unit price starts no tier; without a single price the smallest tier applies from the first segment', () => {
  expect(refundTiers([...sold.slice(0, 2), named(50_000, 30_000_000)], 500, itemOrThrow(sold, 1)).map(tier => tier.from)).toEqual([
    0, 10_000, 100_000,
  ])
  expect(refundTiers([], null, named(10_000, 1_000_000))).toEqual([{ from: 0, priceHao: 1_000_000, perCount: 10_000, name: '套餐10000' }])
  expect(() => tierOf([], 5)).toThrow('an order without tiers')
})

test('a package sold by mistake at a lower price than the bought one starts no tier', () => {
  const bought = itemOrThrow(sold, 2)
  expect(refundTiers([...sold, named(10_000_000, 100), named(1_000, 100)], 500, bought).map(({ from, name }) => [from, name])).toEqual([
    [0, null],
    [10_000, '套餐10000'],
    [100_000, '套餐100000'],
    [500_000, '套餐500000'],
  ])
})

test('an expensive small package sold by mistake starts no tier of short links', () => {
  const links = [named(10_000, 1_000_000), named(100_000, 8_000_000), named(1_000_000, 60_000_000)]
  const tiersOf = (bought: (typeof links)[number]) => refundTiers([...links, named(1, 100_000), named(20_000, 100_000_000)], null, bought)
  expect(tiersOf(itemOrThrow(links, 1)).map(({ from, name }) => [from, name])).toEqual([
    [0, '套餐10000'],
    [100_000, '套餐100000'],
  ])
  const stray = named(1, 100_000)
  expect(refundTiers(links, null, stray)[0]).toEqual({ from: 0, priceHao: 100_000, perCount: 1, name: '套餐1' })
})

// used, what it costs at its tier in yuan, refund of 117,000 yuan
test.each([
  [1, '0.05', 116_999.95],
  [9_999, '499.95', 116_500.05],
  [10_000, '470.00', 116_530],
  [99_999, '4699.96', 112_300.04],
  [100_000, '4200.00', 112_800],
  [499_999, '20999.96', 96_000.04],
  [500_000, '20500.00', 96_500],
  [999_999, '40999.96', 76_000.04],
  [1_000_000, '40000.00', 77_000],
  [2_924_999, '116999.96', 0.04],
])('%i used cost %s yuan, %d come back', (usedCount, cost, yuan) => {
  const sum = refundSum(facts({ usedCount, leftCount: 3_000_000 - usedCount }), after(30))
  expect(sum).toMatchObject({ bar: null, rule: 'rest', amountHao: Math.round(yuan * 10_000) })
  if (sum.bar === null) {
    expect((sum.usedHao / 10_000).toFixed(2)).toBe(cost)
    expect(sum.amountHao % 100).toBe(0)
    expect(sum.amountHao + sum.usedHao).toBe(1_170_000_000)
  }
})

test('fractions of a fen go to the platform: 1 of 3 at a fen for three costs a whole fen', () => {
  const thirds = [{ from: 0, priceHao: 100, perCount: 3, name: null }]
  expect(refundSum(facts({ amountHao: 1_000, usedCount: 1, tiers: thirds }), after(1))).toMatchObject({ usedHao: 100, amountHao: 900 })
  expect(refundSum(facts({ amountHao: 1_000, usedCount: 3, tiers: thirds }), after(1))).toMatchObject({ usedHao: 100, amountHao: 900 })
  expect(refundSum(facts({ amountHao: 1_000, usedCount: 4, tiers: thirds }), after(1))).toMatchObject({ usedHao: 200, amountHao: 800 })
})

test('a refund is full within seven days if unused, then by tiers, and zero after ninety days', () => {
  expect(refundSum(facts({}), after(7))).toMatchObject({ rule: 'whole', amountHao: 1_170_000_000 })
  expect(refundSum(facts({}), new Date(after(7).getTime() + 1))).toMatchObject({ rule: 'rest', amountHao: 1_170_000_000, usedHao: 0 })
  expect(refundSum(facts({ usedCount: 1 }), after(1))).toMatchObject({ rule: 'rest' })
  expect(refundSum(facts({}), after(90))).toMatchObject({ bar: null })
  expect(refundSum(facts({}), new Date(after(90).getTime() + 1))).toEqual({ bar: 'late' })
})

test('nothing is refunded for a package that ended, is on its way, is used up or was worth its use', () => {
  expect(refundSum(facts({ expiresAt: after(3) }), after(3))).toEqual({ bar: 'ended' })
  expect(refundSum(facts({ heldCount: 1 }), after(1))).toEqual({ bar: 'held' })
  expect(refundSum(facts({ usedCount: 3_000_000, leftCount: 0 }), after(1))).toEqual({ bar: 'used_up' })
  // 10,000 for 470 yuan, of which 9,999 cost 499.95 as singles: never below zero.
  expect(refundSum(facts({ amountHao: 4_700_000, usedCount: 9_999, leftCount: 1 }), after(1))).toEqual({ bar: 'worth_nothing' })
})
