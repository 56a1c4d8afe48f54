import { BlockList, isIPv6 } from 'node:net'
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

/** Addresses and CIDR blocks as one list. */
export function addressList(lines: readonly string[]): BlockList {
  const list = new BlockList()
  for (const line of lines) {
    const [address = '', bits] = line.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Whether an address is in a list. An IPv4-mapped IPv6 address counts as IPv4. */
export function isAmong(list: BlockList, ip: string): boolean {
  const address = plainAddress(ip)
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
