import { expect, test } from 'vitest'
import { utmOf, withUtm } from './utm.ts'

test.each([
  ['https://a.cn', 'sms', 'https://a.cn?utm_source=sms'],
  ['https://a.cn/x?b=1#top', 'sms', 'https://a.cn/x?b=1&utm_source=sms#top'],
  ['https://a.cn/?utm_source=old&b=1', 'new', 'https://a.cn/?utm_source=new&b=1'],
  ['https://a.cn/?b=1&utm_source=old&utm_source=twice', 'new', 'https://a.cn/?b=1&utm_source=new'],
  ['https://a.cn/?utm_source=old', '', 'https://a.cn/'],
  ['https://a.cn/?utm_source=old#top', '', 'https://a.cn/#top'],
  ['https://a.cn/?b=%E5%80%BC', '春 季&=#', 'https://a.cn/?b=%E5%80%BC&utm_source=%E6%98%A5%20%E5%AD%A3%26%3D%23'],
])('%s with %j is %s', (target, text, next) => {
  expect(withUtm(target, 'utm_source', text)).toBe(next)
  expect(utmOf(next, 'utm_source')).toBe(text)
})

test('a parameter is matched by its whole name', () => {
  expect(utmOf('https://a.cn/?utm_source_x=1', 'utm_source')).toBe('')
  expect(withUtm('https://a.cn/?utm_source_x=1', 'utm_source', '')).toBe('https://a.cn/?utm_source_x=1')
})
