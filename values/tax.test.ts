import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateText, splitTax, wholeFen } from './tax.ts'

test.each([
  [4_700_000, 900, 4_311_900, 388_100],
  [100, 900, 100, 0],
  [1_060_000, 600, 1_000_000, 60_000],
  [10_900, 900, 10_000, 900],
  // 10.03 ÷ 1.09 = 9.2018…, 0.07 ÷ 1.06 = 0.06603…
  [100_300, 900, 92_000, 8_300],
  [700, 600, 700, 0],
  [99_999_990_000, 900, 91_743_110_100, 8_256_879_900],
  [5_000_000, 0, 5_000_000, 0],
])('%d 毫 at %d: net %d, tax %d', (grossHao, rateBp, netHao, taxHao) => {
  expect(splitTax(grossHao, rateBp)).toEqual({ grossHao, netHao, taxHao })
})

test('net and tax are whole fen, add up to the sum, and the tax is within half a fen of the rate', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_900 }), fc.integer({ min: 0, max: 2_000 }), (fen, rateBp) => {
      const { netHao, taxHao } = splitTax(fen * 100, rateBp)
      expect([netHao % 100, taxHao % 100, netHao + taxHao]).toEqual([0, 0, fen * 100])
      expect(Math.abs(netHao * (10_000 + rateBp) - fen * 100 * 10_000)).toBeLessThanOrEqual(50 * (10_000 + rateBp))
    }),
  )
})

test('rates are formatted, and amounts rounded down to whole fen', () => {
  expect([rateText(900), rateText(650), rateText(0)]).toEqual(['9%', '6.5%', '0%'])
  expect([wholeFen(199), wholeFen(200), wholeFen(-1)]).toEqual([100, 200, -100])
})
