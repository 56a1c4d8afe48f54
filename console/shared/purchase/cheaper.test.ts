import { expect, test } from 'vitest'
import { saleLine } from '#contract/orders/custom-count.ts'
import { cheaperSize } from './cheaper.ts'
import type { Offer } from './product.ts'

const common = { validityDays: 365, limitPerAccount: null, saleUntil: null }
const pack = (packageId: string, segmentCount: number, priceHao: number): Offer => ({
  ...common,
  packageId,
  name: `套餐${segmentCount}`,
  segmentCount,
  priceHao,
  listPriceHao: priceHao,
  tiers: null,
})
// Any number from 9,401 on costs more than the package of 10,000.
const ten = pack('1', 10_000, 4_700_000)
const custom: Offer = {
  ...pack('3', 1_000, 500_000),
  name: '自定义',
  tiers: [
    { from: 1_000, unitPriceHao: 500 },
    { from: 10_000, unitPriceHao: 470 },
    { from: 100_000, unitPriceHao: 420 },
  ],
}
const groups = [{ name: '行业', use: '', offers: [ten, custom] }]
const hint = (offer: Offer, quantity: number, customCount?: number) => {
  const line = saleLine(offer, quantity, customCount)!
  return cheaperSize({ groups }, { offer, line: { ...line, count: line.segmentCount * quantity } })?.count ?? null
}

test.each([
  ['9,000 cost less than the package', custom, 1, 9_000, null],
  ['ten of 1,000 cost as much as one of 10,000', custom, 10, 1_000, null],
  ['90,000 cost more than 100,000', custom, 1, 90_000, 100_000],
  ['89,000 cost less than 100,000', custom, 1, 89_000, null],
  ['nine packages of 10,000 cost more than 100,000 of free size', ten, 9, undefined, 100_000],
  ['a single package has nothing cheaper', ten, 1, undefined, null],
] as const)('%s', (_, offer, quantity, customCount, count) => {
  expect(hint(offer, quantity, customCount)).toBe(count)
})
