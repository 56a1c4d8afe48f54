import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * IPv4 that is not public unicast (IANA's registry of special-purpose addresses, RFC 6890 and its updates; class E and
 * multicast).
 */
const closed4: readonly [address: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier-grade NAT, where clouds also keep services: 100.100.100.200 is the metadata service of Alibaba Cloud.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, including the clouds' metadata service at 169.254.169.254.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Within 2000::/3, the only part of IPv6 that is allocated as global unicast. */
const closed6: readonly [address: string, bits: number][] = [
  // Teredo, benchmarks, ORCHID and other protocol assignments.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 wraps any IPv4.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3ffe::', 16],
  ['3fff::', 20],
]

const blocked = new BlockList()
for (const [address, bits] of closed4) blocked.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of closed6) blocked.addSubnet(address, bits, 'ipv6')
const given6 = new BlockList()
given6.addSubnet('2000::', 3, 'ipv6')

/**
 * SSRF check: whether an address may be reached on behalf of a customer, which is public unicast only. Addresses that
 * wrap an IPv4 (mapped, compatible, NAT64, 6to4) are never public here: no ordinary host is served at one. Anything but
 * a plain address isn't public either.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4')
  // A zone names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false
  return given6.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}

/** Whether an address is this machine's own, where webhooks are tried in development. */
export const isLoopbackAddress = (address: string): boolean => (isIPv4(address) ? address.startsWith('127.') : address === '::1')
