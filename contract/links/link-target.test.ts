import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithin, parseTarget, targetCharacters } from './link-target.ts'

test.each([
  ['https://www.taobao.com/item?id=1#a', 'https://www.taobao.com/item?id=1#a', 'www.taobao.com'],
  ['  HTTP://Example.COM:80/a/../b  ', 'http://example.com/b', 'example.com'],
  ['https://example.com.', 'https://example.com/', 'example.com'],
  ['https://中文.中国/路径?q=值', 'https://xn--fiq228c.xn--fiqs8s/%E8%B7%AF%E5%BE%84?q=%E5%80%BC', 'xn--fiq228c.xn--fiqs8s'],
  ['https://example.com:8443/', 'https://example.com:8443/', 'example.com'],
])('%s is stored as the parser writes it', (text, target, host) => {
  expect(parseTarget(text)).toEqual({ target, host })
})

test.each([
  ['', 'empty'],
  [' \t ', 'empty'],
  ['www.example.com', 'malformed'],
  ['javascript:alert(1)', 'scheme'],
  ['data:text/html,x', 'scheme'],
  ['ftp://example.com/', 'scheme'],
  ['intent://example.com#Intent;end', 'app'],
  ['weixin://dl/business/?appid=wx1&path=pages/index', 'app'],
  ['taobao://item.taobao.com/1', 'app'],
  ['#小程序://鸿雁/abc', 'app'],
  ['https:example.com', 'malformed'],
  ['https:///example.com', 'malformed'],
  ['https:\\\\example.com', 'malformed'],
  ['https://good.com\\@evil.com', 'malformed'],
  ['https://exa\tmple.com', 'malformed'],
  ['java\nscript:alert(1)', 'malformed'],
  ['https://good.com@evil.com/', 'user_info'],
  ['https://a:b@example.com/', 'user_info'],
  ['https://127.0.0.1/', 'address'],
  ['https://2130706433/', 'address'],
  ['https://0x7f.1/', 'address'],
  ['https://１２７.0.0.1/', 'address'],
  ['https://[::1]/', 'address'],
  ['https://localhost/', 'local'],
  ['https://intranet/', 'local'],
  ['https://db.internal/', 'local'],
  [`https://example.com/${'a'.repeat(targetCharacters)}`, 'too_long'],
  [`https://example.com/${'长'.repeat(400)}`, 'too_long'],
])('%j is refused: %s', (text, problem) => {
  expect(parseTarget(text)).toEqual({ problem })
})

test('a stored target parses to the same address again, whatever was typed', () => {
  const typed = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string(),
    fc.string().map(rest => `https://${rest}`),
  )
  fc.assert(
    fc.property(typed, text => {
      const once = parseTarget(text)
      if ('problem' in once) return
      expect(parseTarget(once.target)).toEqual(once)
      expect(once.target).toMatch(/^https?:\/\/[^/@]+\.[^/@]+\//)
    }),
    { numRuns: 2_000 },
  )
})

test('a domain matches itself and its subdomains, not names that only end alike', () => {
  expect(isWithin('a.example.com', 'example.com')).toBe(true)
  expect(isWithin('example.com', 'example.com')).toBe(true)
  expect(isWithin('badexample.com', 'example.com')).toBe(false)
})
