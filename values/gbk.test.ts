import { expect, test } from 'vitest'
import { gbkBytes, outsideGbk } from './gbk.ts'

test('letters and digits take one byte, Chinese characters and full-width signs two', () => {
  expect(gbkBytes('')).toBe(0)
  expect(gbkBytes('Hongyan 2026')).toBe(12)
  expect(gbkBytes('杭州鸿雁（云）')).toBe(14)
  expect(gbkBytes('永yong')).toBe(6)
})

test('characters are recognized as inside or outside of GBK', () => {
  // 镕, 堃 and 囍 came with GBK; 㐂 (extension A), 𠮷 (extension B) and emoji are not in it.
  for (const text of ['杭州鸿雁科技有限公司', '朱镕基', '陶喆堃囍', '（）《》·—“”￥', 'A-Z 0~9', 'αβⅠ①'])
    expect([text, outsideGbk(text)]).toEqual([text, null])
  expect(outsideGbk('吉祥𠮷野家')).toBe('𠮷')
  expect(outsideGbk('喜㐂店')).toBe('㐂')
  expect(outsideGbk('好的😀')).toBe('😀')
  expect(outsideGbk('一\t二')).toBe('\t')
  expect(outsideGbk('a\u0000b')).toBe('\u0000')
})
