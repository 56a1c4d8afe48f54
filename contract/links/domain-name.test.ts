import { expect, test } from 'vitest'
import { parseDomain, splitDomains } from './domain-name.ts'

test.each([
  ['Evil.COM', 'evil.com'],
  ['https://www.evil.com/login?a=1#b', 'www.evil.com'],
  ['*.evil.com.', 'evil.com'],
  ['evil.com:8080', 'evil.com'],
  ['鸿雁.中国', 'xn--9n5an1m.xn--fiqs8s'],
])('%s is the domain %s', (text, domain) => expect(parseDomain(text)).toEqual({ domain }))

test.each([
  ['', 'malformed'],
  ['com', 'malformed'],
  ['a b.com', 'malformed'],
  ['someone@evil.com', 'malformed'],
  ['-evil.com', 'malformed'],
  ['10.0.0.1', 'address'],
  ['com.cn', 'public'],
  ['gd.cn', 'public'],
])('%s is none: %s', (text, problem) => expect(parseDomain(text)).toEqual({ problem }))

test('pasted domains are separated by lines or commas', () =>
  expect(splitDomains(' a.com，b.com\n\nc.com;d.com、e.com f.com\n')).toEqual(['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com']))
