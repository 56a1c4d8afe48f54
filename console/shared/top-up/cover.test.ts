import { expect, test } from 'vitest'
import type { Offer } from '../purchase/product.ts'
import { cheapestCover, wholeFen } from './cover.ts'

const pack = (name: string, segmentCount: number, priceHao: number, rest: Partial<Offer> = {}): Offer => ({
  packageId: name,
  name,
  segmentCount,
  priceHao,
  listPriceHao: priceHao,
  validityDays: 365,
  limitPerAccount: null,
  saleUntil: null,
  tiers: null,
  ...rest,
})
const small = pack('1千', 1_000, 500_000)
const large = pack('1万', 10_000, 4_000_000)
const limited = pack('新人', 500, 10_000, { limitPerAccount: 1 })
const free = pack('自定义', 1_000, 550_000, {
  tiers: [
    { from: 1_000, unitPriceHao: 550 },
    { from: 20_000, unitPriceHao: 300 },
  ],
})

test.each([
  ['one package is enough', [small, large], 1_000, '1千', 1, 1_000, 500_000],
  ['the large one costs less than several small ones', [small, large], 7_001, '1万', 1, 10_000, 4_000_000],
  ['a limit per account is kept', [small, limited], 600, '1千', 1, 1_000, 500_000],
  ['within its limit the cheapest wins', [small, limited], 500, '新人', 1, 500, 10_000],
  ['a free size is rounded up to its step', [large, free], 1_001, '自定义', 1, 2_000, 1_100_000],
  ['the next tier of a free size costs less', [free], 15_000, '自定义', 1, 20_000, 6_000_000],
] as const)('%s', (_, offers, wantedCount, name, quantity, count, amountHao) => {
  expect(cheapestCover(offers, wantedCount)).toMatchObject({ offer: { name }, quantity, count, amountHao })
})

test('what no single purchase covers has none', () => {
  expect(cheapestCover([], 1)).toBeNull()
  expect(cheapestCover([limited], 501)).toBeNull()
  expect(cheapestCover([small], 100_000)).toBeNull()
})

test('a recharge is in whole fen, never less than what is missing', () => {
  expect(wholeFen(100)).toBe(100)
  expect(wholeFen(101)).toBe(200)
  expect(wholeFen(1)).toBe(100)
})
