import { expect, test } from 'vitest'
import { hostFacts } from './host-facts.ts'

test.each([
  ['taoba0.com', 'taobao.com'],
  ['www.a1ipay.com', 'alipay.com'],
  ['alipay-safe.cn', 'alipay.com'],
  ['alipey.com', 'alipay.com'],
  ['12306.ticket.top', '12306.cn'],
  // Cyrillic in all letters, in the first, and in the middle.
  ['xn--80ak6aa92e.com', 'apple.com'],
  ['xn--pple-43d.com', 'apple.com'],
  [new URL('http://tаobao.com').hostname, 'taobao.com'],
  ['login.taobao.com', null],
  ['weixin.qq.com', null],
  ['yunqi-books.cn', null],
])('look-alike host: %s resembles %s', (host, brand) => {
  const hints = hostFacts(host).hints.filter(hint => hint.includes('相似'))
  expect(hints).toEqual(brand === null ? [] : [expect.stringMatching(`与${brand}相似，但不属于它$`)])
})

test('mixed scripts in one label: reported; Chinese and Latin in separate labels are not', () => {
  expect(hostFacts('xn--pple-43d.com')).toEqual({
    shown: 'xn--pple-43d.com',
    hints: ['“аpple”混用了拉丁字母和西里尔字母', '显示为“аpple.com”，与apple.com相似，但不属于它'],
  })
  expect(hostFacts(new URL('http://鸿雁.example.cn').hostname)).toEqual({ shown: '鸿雁.example.cn', hints: [] })
})
