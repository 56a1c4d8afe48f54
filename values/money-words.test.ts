import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseYuanOrThrow } from './money.ts'
import { moneyWords } from './money-words.ts'
import { matchOrThrow } from './or-throw.ts'

test.each([
  ['0', '零圆整'],
  ['0.01', '壹分'],
  ['0.10', '壹角'],
  ['0.56', '伍角陆分'],
  ['10.00', '壹拾圆整'],
  ['1000.05', '壹仟圆零伍分'],
  ['9999999.00', '玖佰玖拾玖万玖仟玖佰玖拾玖圆整'],
  ['10010.10', '壹万零壹拾圆壹角'],
  ['1409.50', '壹仟肆佰零玖圆伍角'],
  ['6007.14', '陆仟零柒圆壹角肆分'],
  ['16409.02', '壹万陆仟肆佰零玖圆零贰分'],
  ['107000.53', '壹拾万柒仟圆伍角叁分'],
  ['100000000', '壹亿圆整'],
  ['100000001', '壹亿零壹圆整'],
  ['20000500', '贰仟万零伍佰圆整'],
])('%s is written %s', (yuan, words) => {
  expect(moneyWords(parseYuanOrThrow(yuan))).toBe(words)
})

test('the sum of a credit note starts as negative; fractions of a fen are refused', () => {
  expect(moneyWords(-4_700_000)).toBe('（负数）肆佰柒拾圆整')
  expect(() => moneyWords(4_700_050)).toThrow('whole fen')
})

/** Parses the words back into a sum. */
function read(words: string): number {
  const numberOf = (text: string) => {
    let [sum, group, digit] = [0, 0, 0]
    for (const character of text) {
      const value = '零壹贰叁肆伍陆柒捌玖'.indexOf(character)
      const place = '拾佰仟'.indexOf(character)
      if (value >= 0) digit = value
      else if (place >= 0) {
        group += digit * 10 ** (place + 1)
        digit = 0
      } else {
        sum = (sum + group + digit) * (character === '万' ? 10_000 : 100_000_000)
        group = 0
        digit = 0
      }
    }
    return sum + group + digit
  }
  const [, yuan = '', jiao = '', fen = ''] = matchOrThrow(/^(?:(.*)圆)?零?(?:(.)角)?(?:(.)分)?整?$/, words)
  return numberOf(yuan) * 100 + numberOf(jiao) * 10 + numberOf(fen)
}

test('the words parse back to the sum, never with two zeros in a row or one at the end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_900 }), fen => {
      const words = moneyWords(fen * 100)
      expect(words).not.toMatch(/零零|零圆|零$|零[万亿拾佰仟角]/)
      expect(read(words)).toBe(fen)
    }),
  )
})
