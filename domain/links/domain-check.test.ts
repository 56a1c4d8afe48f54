import { Resolver } from 'node:dns/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outside } from '#domain/platform/index.ts'
import { startDns } from '#test/support/dns.ts'
import { checkCname, checkHttps, checkTxt, openDns } from './domain-check.ts'

const platform = 'hy.example'
let server: Awaited<ReturnType<typeof startDns>>

beforeAll(async () => {
  server = await startDns({
    'hy.example': { a: ['203.0.113.7', '203.0.113.8'] },
    'go.shop.cn': { cname: 'HY.example' },
    'elsewhere.shop.cn': { cname: 'cdn.other.net' },
    'shop.cn': { a: ['203.0.113.8'], txt: ['v=spf1 -all', 'hongyan-verify=abc'] },
    'away.shop.cn': { a: ['198.51.100.1'] },
    'half.shop.cn': { a: ['203.0.113.7', '198.51.100.1'] },
    'bare.shop.cn': {},
    'stale.shop.cn': { txt: ['hongyan-verify=old'] },
    'silent.shop.cn': 'silent',
  })
})
afterAll(() => server.stop())

/** As the platform's, with a short timeout. */
function impatient() {
  const dns = new Resolver({ timeout: 50, tries: 1 })
  dns.setServers([server.address])
  return dns
}

test.each([
  ['go.shop.cn', null],
  // At a zone apex, providers answer with the addresses behind the alias.
  ['shop.cn', null],
  ['elsewhere.shop.cn', { kind: 'other', found: ['cdn.other.net'] }],
  ['away.shop.cn', { kind: 'other', found: ['198.51.100.1'] }],
  ['half.shop.cn', { kind: 'other', found: ['203.0.113.7', '198.51.100.1'] }],
  ['bare.shop.cn', { kind: 'no_record', found: [] }],
  ['unknown.shop.cn', { kind: 'nxdomain', found: [] }],
])('CNAME check: whether %s leads to the platform', async (domain, problem) =>
  expect(await checkCname(openDns([server.address]), domain, platform)).toEqual(problem),
)

test.each([
  ['shop.cn', 'hongyan-verify=abc', null],
  ['shop.cn', 'hongyan-verify=ab', { kind: 'other', found: ['hongyan-verify=abc'] }],
  ['stale.shop.cn', 'hongyan-verify=new', { kind: 'other', found: ['hongyan-verify=old'] }],
  ['bare.shop.cn', 'hongyan-verify=abc', { kind: 'no_record', found: [] }],
  ['unknown.shop.cn', 'hongyan-verify=abc', { kind: 'nxdomain', found: [] }],
])('TXT check: whether %s has %s', async (domain, record, problem) =>
  expect(await checkTxt(openDns([server.address]), domain, record)).toEqual(problem),
)

test('unresponsive servers: no statement about the record', async () => {
  expect(await checkCname(impatient(), 'silent.shop.cn', platform)).toEqual({ kind: 'timeout', found: [] })
  expect(await checkTxt(impatient(), 'silent.shop.cn', 'hongyan-verify=abc')).toEqual({ kind: 'timeout', found: [] })
})

test('HTTPS: a name without addresses is unreachable; nothing is said where the platform can’t look', async () => {
  const notFound = Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  const check = (isOnline: boolean, addresses: string[] | null) =>
    checkHttps('go.shop.cn', {
      ...outside,
      resolve: async () => addresses ?? Promise.reject(notFound),
      isOnline: async () => isOnline,
    })
  expect(await check(true, null)).toBe('unreachable')
  expect(await check(false, null)).toBe('unchecked')
  expect(await check(true, ['10.0.0.1'])).toBe('unchecked')
})
