import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'

/** What tells who asks; Node's own request has it too. */
export type Sender = Pick<IncomingMessage, 'method' | 'headers'> & { socket: Pick<Socket, 'remoteAddress'> }
export type Head = Sender & { url: string }

const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** An address as people write it: that of version 4 which came in the clothes of version 6 is bare. */
const plain = (address: string) => (address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address)

/**
 * Reads the visitor's address from a request. `proxies` as in TRUST_PROXY: addresses, ranges, loopback, linklocal, uniquelocal, with commas. Of X-Forwarded-For
 * the last address that no trusted proxy has is believed, as in the other servers.
 */
export function visitorAddress(proxies: string | undefined): (request: Sender) => string {
  const direct = (request: Sender) => plain(request.socket.remoteAddress ?? '0.0.0.0')
  if (!proxies) return direct
  const trusted = trustedAddresses(proxies)
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return request => {
    const forwarded = request.headers['x-forwarded-for']
    let address = direct(request)
    if (!forwarded) return address
    for (const one of String(forwarded).split(',').reverse()) {
      const before = plain(one.trim())
      if (!isTrusted(address) || isIP(before) === 0) return address
      address = before
    }
    return address
  }
}

/** Throws one line that names what is wrong. */
function trustedAddresses(proxies: string): BlockList {
  const list = new BlockList()
  for (const text of proxies.split(',').flatMap(part => namedRanges[part.trim()] ?? [part.trim()])) {
    const [address = '', bits] = text.split('/')
    const version = isIP(address)
    if (version === 0) throw new Error(`环境变量 TRUST_PROXY 有误：${text} 不是地址`)
    list.addSubnet(address, Number(bits ?? (version === 4 ? 32 : 128)), version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** What guesses are counted by: who has one address of version 6 has all that share its first half. */
export const guesserOf = (address: string): string => {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')].slice(0, 4).join(':')
}
