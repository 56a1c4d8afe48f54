import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IPv4 address that is mapped into IPv6 (`::ffff:1.2.3.4`) as itself. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * The network that counts as one source of requests: an IPv4 address, or the /64 of an IPv6 address, since its owner
 * has all 2^64 addresses. A text that is no address stands for itself.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? `${ipaddr.parse(plain).toNormalizedString().split(':').slice(0, 4).join(':')}::/64` : plain
}
