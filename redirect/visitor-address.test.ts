import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { visitorAddress } from './visitor-address.ts'

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

test.each([
  [undefined, '::ffff:1.2.3.4', '9.9.9.9', '1.2.3.4'],
  ['10.0.0.0/8', '1.2.3.4', '9.9.9.9', '1.2.3.4'],
  ['10.0.0.0/8', '10.0.0.2', undefined, '10.0.0.2'],
  ['10.0.0.0/8', '10.0.0.2', '9.9.9.9', '9.9.9.9'],
  ['10.0.0.0/8', '10.0.0.2', '6.6.6.6, 9.9.9.9, 10.1.1.1', '9.9.9.9'],
  ['loopback, 10.1.1.1', '::ffff:127.0.0.1', '9.9.9.9, 10.1.1.1', '9.9.9.9'],
  ['loopback', '::1', '2001:db8::1', '2001:db8::1'],
  ['loopback', '127.0.0.1', 'unknown, 9.9.9.9', '9.9.9.9'],
  ['loopback', '127.0.0.1', 'what\tis this', '127.0.0.1'],
])('with %s trusted, a request of %s forwarded for %s is from %s', (proxies, remote, forwarded, address) => {
  expect(visitorAddress(proxies)(from(remote, forwarded))).toBe(address)
})

test('an invalid proxy address is reported', () => {
  expect(() => visitorAddress('nginx')).toThrow('环境变量 TRUST_PROXY 有误：nginx 不是地址')
})
