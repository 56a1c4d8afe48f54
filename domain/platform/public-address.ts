import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The only part of IPv6 that is allocated as global unicast, and in it the block that the 6bone had. */
const [globalUnicast, sixBone] = [ipaddr.IPv6.parseCIDR('2000::/3'), ipaddr.IPv6.parseCIDR('3ffe::/16')]

/**
 * SSRF check: whether an address may be reached on behalf of a customer, which is public unicast only. Addresses that
 * wrap an IPv4 (mapped, compatible, NAT64, 6to4) are never public here: no ordinary host is served at one. Anything but
 * a plain address isn't public either.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js would also take octal and shortened forms. A zone names an interface of this machine.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || (parsed.match(globalUnicast) && !parsed.match(sixBone))
}

/** Whether an address is this machine's own, where webhooks are tried in development. */
export const isLoopbackAddress = (address: string): boolean => (isIPv4(address) ? address.startsWith('127.') : address === '::1')
