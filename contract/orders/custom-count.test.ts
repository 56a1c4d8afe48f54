import { expect, test } from 'vitest'
import { customCountRule, type Sold, saleLine } from './custom-count.ts'

// The tiers of a provider's published table.
const custom: Sold = {
  segmentCount: 1_000,
  priceHao: 500_000,
  listPriceHao: 500_000,
  tiers: [
    { from: 1_000, unitPriceHao: 500 },
    { from: 10_000, unitPriceHao: 470 },
    { from: 100_000, unitPriceHao: 420 },
    { from: 3_000_000, unitPriceHao: 390 },
  ],
}
const pack: Sold = { segmentCount: 10_000, priceHao: 4_700_000, listPriceHao: 5_000_000, tiers: null }

test.each([
  [1_000, 1, 500_000],
  [9_000, 1, 4_500_000],
  [10_000, 1, 4_700_000],
  [99_000, 1, 46_530_000],
  [100_000, 1, 42_000_000],
  // Five packages of 2,000 are 10,000, at the price of 10,000.
  [2_000, 5, 4_700_000],
  [9_999_000, 1, 3_899_610_000],
])('%i of the own number, %i times, cost %i 毫', (count, quantity, hao) => {
  expect(saleLine(custom, quantity, count)).toEqual({ segmentCount: count, listHao: hao, amountHao: hao })
})

test('a package of fixed size accepts no custom count, one without only a valid number', () => {
  expect(saleLine(pack, 2, undefined)).toEqual({ segmentCount: 10_000, listHao: 10_000_000, amountHao: 9_400_000 })
  expect(saleLine(pack, 1, 10_000)).toBeNull()
  expect(saleLine(custom, 1, undefined)).toBeNull()
  expect(saleLine(custom, 2, 5_000_000)).toBeNull()
  const isKept = (count: unknown) => customCountRule.safeParse(count).success
  expect([1_000, 2_000, 9_999_000].every(isKept)).toBe(true)
  expect([0, -1_000, 999, 1_500, 1_000.5, 10_000_000, '1000', null].some(isKept)).toBe(false)
})
