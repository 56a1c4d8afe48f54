import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatFen, formatUnitPrice, formatYuan, parseYuan } from './money.ts'

test.each([
  ['0', 0],
  ['0.0325', 325],
  ['0.05', 500],
  ['1', 10_000],
  ['9999999.99', 99_999_999_900],
  ['0.1', 1000],
])('%s yuan is %i hao', (text, hao) => expect(parseYuan(text)).toBe(hao))

test.each(['', ' 1', '1 ', '01', '1.', '.5', '1e3', '９', '-1', '+1', '1,000', '0.00001', 'NaN', '99999999999999'])(
  '%j is no amount',
  text => expect(parseYuan(text)).toBeNull(),
)

test.each([
  [0, '¥0.00'],
  [325, '¥0.0325'],
  [450, '¥0.045'],
  [12_345_000, '¥1,234.50'],
  [-500, '-¥0.05'],
])('%i hao reads %s', (hao, text) => expect(formatYuan(hao)).toBe(text))

test.each([
  [5_205_804, '¥520.58'],
  [3_150, '¥0.31'],
  [-34, '-¥0.01'],
  [12_345_000, '¥1,234.50'],
])('%i hao reads %s in a header', (hao, text) => expect(formatFen(hao)).toBe(text))

test.each([
  [400, '¥0.0400'],
  [450, '¥0.0450'],
  [325, '¥0.0325'],
  [10_000, '¥1.0000'],
])('a price of %i hao reads %s', (hao, text) => expect(formatUnitPrice(hao)).toBe(text))

test('a formatted amount is parsed back to the hao', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e13 }), hao => {
      expect(parseYuan(formatYuan(hao).replace(/[¥,]/g, ''))).toBe(hao)
    }),
  )
})
