import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '114.114.114.114',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2400:3200::1',
  '2606:4700:4700::1111',
  '240e:1f:1::1',
])('%s is public', address => expect(isPublicAddress(address)).toBe(true))

test.each([
  // This host and its network.
  '0.0.0.0',
  '0.1.2.3',
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '169.254.169.254',
  '169.254.170.2',
  // Reserved for protocols, documentation and benchmarks.
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  // Multicast, class E, broadcast.
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6: loopback, unspecified, unique local, link-local, site-local, multicast.
  '::',
  '::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '3fff::1',
  '100::1',
  '5f00::1',
  // Wrapped IPv4: mapped, compatible, translated, NAT64, 6to4, Teredo.
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  // Not plain addresses.
  '',
  'localhost',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '01.1.1.1',
  '1.1.1.1 ',
  '[::1]',
])('%s is not', address => expect(isPublicAddress(address)).toBe(false))

test('no address of a special-purpose block is public', () => {
  const closed: [number, number][] = [
    [0x0a000000, 8],
    [0x64400000, 10],
    [0x7f000000, 8],
    [0xa9fe0000, 16],
    [0xac100000, 12],
    [0xc0a80000, 16],
    [0xe0000000, 3],
  ]
  fc.assert(
    fc.property(fc.constantFrom(...closed), fc.nat(0xffffffff), ([base, bits], random) => {
      const number = (base | (random & (2 ** (32 - bits) - 1))) >>> 0
      const address = [24, 16, 8, 0].map(shift => (number >>> shift) & 255).join('.')
      const mapped = `::ffff:${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`
      expect([address, mapped].map(isPublicAddress)).toEqual([false, false])
    }),
  )
})
