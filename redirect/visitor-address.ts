import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import { plainAddress } from '#domain/platform/index.ts'

/** The fields that identify a client; Node's own request has them too. */
export type Sender = Pick<IncomingMessage, 'method' | 'headers'> & { socket: Pick<Socket, 'remoteAddress'> }
export type Head = Sender & { url: string }

const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * The visitor's address of a request. `proxies` as in TRUST_PROXY: addresses, ranges, loopback, linklocal, uniquelocal,
 * separated by commas. Uses the last address of X-Forwarded-For that is not a trusted proxy, as the other servers do.
 */
export function visitorAddress(proxies: string | undefined): (request: Sender) => string {
  const direct = (request: Sender) => plainAddress(request.socket.remoteAddress ?? '0.0.0.0')
  if (!proxies) return direct
  const trusted = trustedAddresses(proxies)
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return request => {
    const forwarded = request.headers['x-forwarded-for']
    let address = direct(request)
    if (!forwarded) return address
    for (const one of String(forwarded).split(',').reverse()) {
      const before = plainAddress(one.trim())
      if (!isTrusted(address) || isIP(before) === 0) return address
      address = before
    }
    return address
  }
}

/** Throws a one-line message that names the invalid part. */
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
